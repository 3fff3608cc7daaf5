"""Lines → grids: tables whose columns are drawn by nothing but white space.

Lines with wide gaps, one below the other, are a block; where no text of its figures' lines stands, from the first to
the last, is the space between two columns. What is aligned and yet no table (columns of prose, numbered clauses, a
table of contents) is told by what stands in its cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pipeline.tables.glyphs import Rule, Word
from pipeline.tables.grid import Grid, GridRow, Span, written
from pipeline.tables.lines import Line, Segment, is_figure, is_none, is_year, segments_of

MOST_SINGLES = 2  # lines without a gap in a row inside a block: a long label, a heading between rows
APART = 2.2  # line heights from one line of a block to the next, at most
TOLERATED = 0.06  # of a block's lines may cross a space between columns: a label that runs on
LEAST_FIGURES = 0.5  # of the cells outside the first column, in a table of figures
LEAST_WORDED = (3, 3)  # rows and columns of a table without figures
CELL_WORDS = 5.0  # of a cell of words, in the mean
MOST_COLUMNS = 30
HEADER_LINES = 7  # above the first figures
HEADER_WORDS = 9  # in one segment of a header


def aligned_grids(lines: Sequence[Line], rules: Sequence[Rule]) -> list[Grid]:
    """The tables among these lines, which come from top to bottom and hold none of a ruled table."""
    found = (_grid(block, rules) for block in _blocks(lines))
    return [grid for grid in found if grid is not None]


def _blocks(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Runs of lines with wide gaps, and the few between them that have none."""
    block: list[Line] = []
    singles: list[Line] = []
    for line in lines:
        before = singles[-1] if singles else block[-1] if block else None
        far = before is not None and line.top - before.bottom > APART * line.height
        if far or len(singles) > MOST_SINGLES:
            if block:
                yield block
            block, singles = [], []
        if len(line.segments) > 1 and not _leads(line):
            block += [*(singles if block else _heading(singles, line)), line]
            singles = []
        else:
            singles.append(line)
    if block:
        yield block


def _heading(singles: Sequence[Line], line: Line) -> list[Line]:
    """Of the lines before a block those that may head its columns: they begin right of its first segment."""
    found: list[Line] = []
    for single in reversed(singles):
        if single.left <= line.segments[0].right or len(single.text.split()) > HEADER_WORDS:
            break
        found.insert(0, single)
    return found


def _leads(line: Line) -> bool:
    """An entry of a table of contents: dots lead to one number at its end."""
    return line.segments[-1].text.strip(".… ").isdigit() and (".." in line.text or "…" in line.text)


def _grid(block: Sequence[Line], rules: Sequence[Rule]) -> Grid | None:
    first = next((at for at, line in enumerate(block) if is_row_of_figures(line)), None)
    body = [line for line in block[first:] if len(line.segments) > 1] if first is not None else list(block)
    figures = [line for line in body if is_row_of_figures(line)]
    columns = columns_of(figures if len(figures) >= 2 else body)
    if not 2 <= len(columns) <= MOST_COLUMNS:
        return None
    begin = first or 0
    above = _above(block[:begin])
    header = [_header_row(line, columns, rules) for line in above]
    rows = _rows(block[begin:], columns)
    if not _is_table(rows, header, columns):
        return None
    used = [*above, *block[begin:]]
    box = (min(line.left for line in used), used[0].top, max(line.right for line in used), used[-1].bottom)
    return Grid(box, columns, tuple(header), tuple(rows))


def is_row_of_figures(line: Line) -> bool:
    """Whether a line has a figure beside something else; a line of mere years or dates names columns."""
    texts = [segment.text for segment in line.segments]
    values = [text for text in texts[1:] if is_figure(text)]
    return len(texts) > 1 and bool(values) and not all(is_year(text) for text in values)


def columns_of(lines: Sequence[Line]) -> tuple[Span, ...]:
    """Where the lines have text, one below the other: the spans between the spaces that hardly any crosses."""
    most = int(TOLERATED * len(lines))
    ends = sorted(
        (place, change)
        for line in lines
        for segment in line.segments
        for place, change in ((segment.left, 1), (segment.right, -1))
    )
    found: list[Span] = []
    depth, begun = 0, None
    for place, change in ends:
        depth += change
        if depth > most and begun is None:
            begun = place
        elif depth <= most and begun is not None:
            found.append((begun, place))
            begun = None
    return tuple(found)


def _above(lines: Sequence[Line]) -> list[Line]:
    """Of the lines over the first figures those that name columns: from the lowest up, to the first that is prose."""
    found: list[Line] = []
    for line in reversed(lines[-HEADER_LINES:]):
        if any(len(segment.words) > HEADER_WORDS for segment in line.segments):
            break
        found.insert(0, line)
    return found


def _rows(lines: Sequence[Line], columns: Sequence[Span]) -> list[GridRow]:
    """A row a line; a line of text that goes on with the first cell above it is part of that row."""
    found: list[tuple[list[str], list[Word]]] = []
    for line in lines:
        cells = cells_of(line.words, columns)
        texts = [written(words) for words in cells]
        if found and _continues(found[-1][0], texts):
            cell = found[-1][0]
            cell[0] = f"{cell[0]} {texts[0]}"
            found[-1][1].extend(line.words)
        else:
            found.append((texts, list(line.words)))
    return [GridRow(tuple(texts), tuple(words)) for texts, words in found]


def _continues(above: Sequence[str], texts: Sequence[str]) -> bool:
    """Whether a line holds nothing but the rest of the first cell above it, in small letters."""
    return bool(texts[0]) and not any(texts[1:]) and texts[0][:1].islower() and bool(above[0])


def cells_of(words: Iterable[Word], columns: Sequence[Span]) -> list[list[Word]]:
    """The words of each column: of those it overlaps with the column that holds most of it, else the nearest."""
    cells: list[list[Word]] = [[] for _ in columns]
    for segment in segments_of(list(words)):
        touched = [at for at, column in enumerate(columns) if _overlap(segment, column) > 0]
        if len(touched) <= 1:
            at = touched[0] if touched else _nearest(segment.middle, columns)
            cells[at] += segment.words
            continue
        for word in segment.words:
            cells[_nearest(word.middle, columns)].append(word)
    return cells


def _overlap(segment: Segment, column: Span) -> float:
    return min(segment.right, column[1]) - max(segment.left, column[0])


def _nearest(place: float, columns: Sequence[Span]) -> int:
    return min(range(len(columns)), key=lambda at: max(columns[at][0] - place, place - columns[at][1], 0.0))


def _header_row(line: Line, columns: Sequence[Span], rules: Sequence[Rule]) -> GridRow:
    cells = ["" for _ in columns]
    for segment, spanned in zip(line.segments, _spans(line, columns, rules), strict=True):
        for at in spanned:
            cells[at] = f"{cells[at]} {segment.text}".strip()
    return GridRow(tuple(cells), line.words)


def _spans(line: Line, columns: Sequence[Span], rules: Sequence[Rule]) -> list[list[int]]:
    """Which columns each segment of a header's line stands over."""
    found = [_spanned(_widened(segment, line, rules), columns) for segment in line.segments]
    values, groups = len(columns) - 1, len(line.segments)
    if all(len(spanned) == 1 for spanned in found) and groups < values and values % groups == 0:
        each = values // groups
        shared = [list(range(1 + at * each, 1 + (at + 1) * each)) for at in range(groups)]
        inside = all(
            columns[own[0]][0] < segment.middle < columns[own[-1]][1]
            for segment, own in zip(line.segments, shared, strict=True)
        )
        centred = all(
            _centred(s, columns[own[0]][0], columns[own[-1]][1]) for s, own in zip(line.segments, shared, strict=True)
        )
        if inside and centred:
            return shared
    return found


def _centred(segment: Segment, left: float, right: float) -> bool:
    """Over the middle of what it spans, by a tenth of that."""
    return abs(segment.middle - (left + right) / 2) <= 0.1 * (right - left)


def _widened(segment: Segment, line: Line, rules: Sequence[Rule]) -> Span:
    """As wide as the rule that underlines it and no other segment of its line, where one does."""
    bottom = segment.words[0].bottom
    height = segment.words[0].height
    under = [
        rule
        for rule in rules
        if rule.level and -0.3 * height <= rule.top - bottom <= 0.6 * height
        and rule.left <= segment.left + height and rule.right >= segment.right - height
        and not any(min(rule.right, s.right) > max(rule.left, s.left) for s in line.segments if s is not segment)
    ]  # fmt: skip
    narrow = min(under, key=lambda rule: rule.right - rule.left, default=None)
    return (segment.left, segment.right) if narrow is None else (
        min(segment.left, narrow.left), max(segment.right, narrow.right))  # fmt: skip


def _spanned(span: Span, columns: Sequence[Span]) -> list[int]:
    touched = [at for at, column in enumerate(columns) if min(span[1], column[1]) - max(span[0], column[0]) > 0]
    return touched or [_nearest((span[0] + span[1]) / 2, columns)]


def _is_table(rows: Sequence[GridRow], header: Sequence[GridRow], columns: Sequence[Span]) -> bool:
    if len(rows) + len(header) < 2 or not rows:
        return False
    values = [cell for row in rows for cell in row.cells[1:] if cell]
    if not values or _is_contents(rows):
        return False
    full = [row for row in rows if sum(map(bool, row.cells)) > 1]
    if sum(is_figure(cell) or is_none(cell) for cell in values) >= LEAST_FIGURES * len(values):
        return len(full) >= 2 or (bool(header) and len(columns) >= 3 and len(full) >= 1)
    words = [len(cell.split()) for row in rows for cell in row.cells if cell]
    return len(full) >= LEAST_WORDED[0] and len(columns) >= LEAST_WORDED[1] and sum(words) <= CELL_WORDS * len(words)


def _is_contents(rows: Sequence[GridRow]) -> bool:
    """A list of headings with their pages: words, and at the end whole numbers that never fall."""
    last = [row.cells[-1] for row in rows if row.cells[-1]]
    if len(rows[0].cells) > 3 or len(last) < 3 or not all(cell.isdigit() for cell in last):
        return False
    middle = [cell for row in rows for cell in row.cells[1:-1] if cell]
    return not any(map(is_figure, middle)) and all(int(a) <= int(b) for a, b in pairwise(last))
