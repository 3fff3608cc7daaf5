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
LEAD = 4  # lines without a gap over a block that may head its columns
APART = 2.2  # line heights from one line of a block to the next, at most
TOLERATED = 0.06  # of a block's lines may cross a space between columns: a label that runs on
LEAST_FIGURES = 0.5  # of the cells outside the first column, in a table of figures
LEAST_WORDED = (3, 3)  # rows and columns of a table without figures
CELL_WORDS = 5.0  # of a cell of words, in the mean
MOST_COLUMNS = 30
MOST_LABELS = 3  # of rows, one below the other, between a header and the first figures
HEADER_LINES = 10  # above the first figures
HEADER_WORDS = 9  # in one segment of a header
OFF_CENTRE = 0.6  # of a line's height that a name may be off the middle of its column, and be its own
NAMED = 0.6  # of the figures' columns that a header between rows names
FLOWING = 0.3  # of the cells of words may begin with a small letter; where more do, it is a text
LEAST_YEARS = 3  # rows that hold mere years make a table of years; fewer are headers
EVEN = 0.7  # of a column's cells of words that begin, end or stand in the middle at one place
SAME_PLACE = 0.25  # of a line's height: edges no further apart are one


def aligned_grids(lines: Sequence[Line], rules: Sequence[Rule]) -> list[Grid]:
    """The tables among these lines, which come from top to bottom and hold none of a ruled table."""
    parts = (part for block in _blocks(lines) for part in _parted(block))
    found = (_grid(part, rules) for part in parts)
    return [grid for grid in found if grid is not None]


def _blocks(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Runs of lines with wide gaps, the few between them that have none, and those right over them."""
    block: list[Line] = []
    singles: list[Line] = []
    for line in lines:
        before = singles[-1] if singles else block[-1] if block else None
        far = before is not None and line.top - before.bottom > APART * line.height
        if far or (block and len(singles) > MOST_SINGLES):
            if block:
                yield block
            block, singles = [], [] if far else singles
        if len(line.segments) > 1 and not _leads(line):
            block += [*(singles if block else singles[-LEAD:]), line]
            singles = []
        else:
            singles.append(line)
    if block:
        yield block


def _leads(line: Line) -> bool:
    """An entry of a table of contents: dots lead to one number at its end."""
    return line.segments[-1].text.strip(".… ").isdigit() and (".." in line.text or "…" in line.text)


def _parted(block: Sequence[Line]) -> Iterator[Sequence[Line]]:
    """One table after the other: words in most columns, under rows of figures and over others, are a new header."""
    begin, figures = 0, 0
    for at, line in enumerate(block):
        if is_row_of_figures(line):
            figures += 1
        elif figures and _names_columns(block, at):
            start = _start(block, at)
            yield block[begin:start]
            begin, figures = start, 0
    yield block[begin:]


def _names_columns(block: Sequence[Line], at: int) -> bool:
    """Whether this line begins a header: words where the row of figures above it, and the next one below, have their
    figures."""
    line, above = block[at], next(row for row in reversed(block[:at]) if is_row_of_figures(row))
    below = next((row for row in block[at + 1 : at + HEADER_LINES] if is_row_of_figures(row)), None)
    if below is None or any(is_figure(s.text) and not is_year(s.text) for s in line.segments):
        return False
    values = [segment for segment in below.segments if is_figure(segment.text)]
    named = [v for v in values if any(min(v.right, s.right) > max(v.left, s.left) for s in line.segments)]
    apart = line.top - block[at - 1].bottom > line.height / 2 or len(above.segments) != len(below.segments)
    return len(named) >= max(2, NAMED * len(values)) or (apart and bool(named) and len(named) == len(values))


def _start(block: Sequence[Line], at: int) -> int:
    """Where the table begins whose columns the line names: of the lines without figures before it, behind the widest
    space."""
    last = next(above for above in range(at - 1, -1, -1) if is_row_of_figures(block[above]))
    return max(range(last + 1, at + 1), key=lambda i: block[i].top - block[i - 1].bottom)


def _grid(block: Sequence[Line], rules: Sequence[Rule]) -> Grid | None:
    rows_of_figures = [at for at, line in enumerate(block) if is_row_of_figures(line)]
    if _heads_on(block, rows_of_figures):
        rows_of_figures.pop(0)
    if not rows_of_figures:
        years = [at for at, line in enumerate(block) if _is_row_of_years(line)]
        rows_of_figures = years if len(years) >= LEAST_YEARS else []
    begin = next(iter(rows_of_figures or (at for at, line in enumerate(block) if len(line.segments) > 1)))
    figures = [block[at] for at in rows_of_figures]
    if len(figures) >= 2:
        block = block[: rows_of_figures[-1] + 1]  # notes and what comes next
    body = [line for line in block[begin:] if len(line.segments) > 1]
    columns = columns_of(figures if len(figures) >= 2 else body)
    if not 2 <= len(columns) <= MOST_COLUMNS:
        return None
    above, labels = _above(block[:begin], columns)
    # What spans stands over names: the lowest of several lines names single columns.
    header = [_header_row(line, columns, rules, line is not above[-1] or len(above) == 1) for line in above]
    below = [*labels, *block[begin:]]
    rows = _rows(below, columns)
    if not _is_table(rows, header, columns):
        return None
    used = [*above, *below]
    box = (min(line.left for line in used), used[0].top, max(line.right for line in used), used[-1].bottom)
    return Grid(box, columns, tuple(header), tuple(rows))


def _heads_on(block: Sequence[Line], rows_of_figures: Sequence[int]) -> bool:
    """Whether the first row of figures names columns ("$100,000" over "Current"): lines of words in its type go on with
    it, none of them in its first column, and the figures below are set in another."""
    if len(rows_of_figures) < 3:
        return False
    first, second = rows_of_figures[:2]
    head, between = block[first], block[first + 1 : second]
    fonts = {word.font for line in (head, *between) for word in line.words}
    inside = all(len(line.segments) > 1 and line.left > head.segments[0].right for line in between)
    return bool(between) and inside and not fonts & {word.font for word in block[second].words}


def is_row_of_figures(line: Line) -> bool:
    """Whether a line has a figure beside something else; a line of mere years or dates names columns."""
    texts = [segment.text for segment in line.segments]
    values = [text for text in texts[1:] if is_figure(text)]
    return len(texts) > 1 and bool(values) and not all(is_year(text) for text in values)


def _is_row_of_years(line: Line) -> bool:
    return len(line.segments) > 1 and all(is_year(segment.text) for segment in line.segments[1:])


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


def _above(lines: Sequence[Line], columns: Sequence[Span]) -> tuple[list[Line], list[Line]]:
    """Of the lines over the first figures those that name columns, and the labels of rows between them and the figures:
    the lowest lines over values, up to the first that is prose or a title."""
    header: list[Line] = []
    labels: list[Line] = []
    between: list[Line] = []  # over the lowest line of the header, and perhaps inside it
    for line in reversed(lines[-HEADER_LINES:]):
        wordy = any(len(segment.words) > HEADER_WORDS for segment in line.segments)
        over_all = _is_over_all(line, columns)
        if not (wordy or over_all) and _names_values(line, columns):
            header, between = [line, *between, *header], []
        elif wordy or (header and over_all) or len(labels) == MOST_LABELS:
            break
        elif header:
            between.insert(0, line)
        else:
            labels.insert(0, line)
    return (header, labels) if header else ([], [])


def _is_over_all(line: Line, columns: Sequence[Span]) -> bool:
    """A title over the whole table, or a line of text: it begins over the first column and reaches far out of it, or
    stands over the middle of the table rather than of its values, perhaps with a mark in the corner before it."""
    corner = len(line.segments) == 2 and line.segments[0].right < columns[1][0]
    if len(line.segments) > 1 and not corner:
        return False
    (left, label), (values, _), right = columns[0], columns[1], columns[-1][1]
    if not corner and line.left <= label and line.right > (label + values) / 2:
        return True
    middle = line.segments[-1].middle
    off_table, off_values = abs(middle - (left + right) / 2), abs(middle - (values + right) / 2)
    return off_table < off_values and off_table <= line.height and middle > label


def _names_values(line: Line, columns: Sequence[Span]) -> bool:
    return any(segment.middle > columns[0][1] for segment in line.segments)


def _rows(lines: Sequence[Line], columns: Sequence[Span]) -> list[GridRow]:
    """A row a line; a line of text that goes on with the first cell above it is part of that row."""
    found: list[tuple[list[str], list[Word]]] = []
    for line in lines:
        cells = cells_of(line.words, columns)
        texts = [written(words) for words in cells]
        if found and _continues(found[-1][0], texts):
            label, words = found.pop()
            values = texts[1:] if any(texts[1:]) else label[1:]
            found.append(([f"{label[0]} {texts[0]}", *values], [*words, *line.words]))
        else:
            found.append((texts, list(line.words)))
    return [GridRow(tuple(texts), tuple(words)) for texts, words in found]


def _continues(above: Sequence[str], texts: Sequence[str]) -> bool:
    """Whether a line goes on, in small letters or behind a comma, with the first cell above it, and only one of the two
    has values."""
    goes_on = bool(above[0]) and not above[0].endswith(":") and (texts[0][:1].islower() or above[0].endswith(","))
    return goes_on and not (any(texts[1:]) and any(above[1:]))


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


def _header_row(line: Line, columns: Sequence[Span], rules: Sequence[Rule], may_share: bool) -> GridRow:
    cells = ["" for _ in columns]
    for segment, spanned in zip(line.segments, _spans(line, columns, rules, may_share), strict=True):
        texts = _each_over_its_own(segment, [columns[at] for at in spanned]) or [segment.text] * len(spanned)
        for at, text in zip(spanned, texts, strict=True):
            cells[at] = f"{cells[at]} {text}".strip()
    return GridRow(tuple(cells), line.words)


def _each_over_its_own(segment: Segment, columns: Sequence[Span]) -> list[str]:
    """The segment's words parted by column, where each part stands over the middle of its own: names that nearly
    touch, and none that spans."""
    if len(columns) == 1:
        return []
    parts: list[list[Word]] = [[] for _ in columns]
    for word in segment.words:
        parts[_nearest(word.middle, columns)].append(word)
    if not all(parts):
        return []
    own = [Segment(tuple(part)) for part in parts]
    near = [
        abs(p.middle - (c[0] + c[1]) / 2) <= OFF_CENTRE * p.words[0].height for p, c in zip(own, columns, strict=True)
    ]
    return [part.text for part in own] if all(near) else []


def _spans(line: Line, columns: Sequence[Span], rules: Sequence[Rule], may_share: bool) -> list[list[int]]:
    """Which columns each segment of a header's line stands over."""
    found = [_spanned(_widened(segment, line, rules, columns), columns) for segment in line.segments]
    if not may_share or any(len(spanned) > 1 for spanned in found):
        return found
    # Names of one column each may come first, and then names that all span as many.
    for single in range(len(found)):
        begin = found[single - 1][0] + 1 if single else 1
        if shared := _shared(line.segments[single:], columns, begin):
            return [*found[:single], *shared]
    return found


def _shared(segments: Sequence[Segment], columns: Sequence[Span], begin: int) -> list[list[int]]:
    """The columns from `begin` on in equal parts, where each segment stands over the middle, or over the first, of
    its own; else none."""
    each, rest = divmod(len(columns) - begin, len(segments))
    if rest or each < 2:
        return []
    shared = [list(range(begin + at * each, begin + (at + 1) * each)) for at in range(len(segments))]
    pairs = list(zip(segments, shared, strict=True))
    centred = all(_centred(s, columns[own[0]][0], columns[own[-1]][1]) for s, own in pairs)
    at_left = len(pairs) > 1 and all(_spanned((s.left, s.right), columns) == own[:1] for s, own in pairs)
    return shared if centred or at_left else []


def _centred(segment: Segment, left: float, right: float) -> bool:
    """Over the middle of what it spans, by a tenth of that."""
    return abs(segment.middle - (left + right) / 2) <= 0.1 * (right - left)


def _widened(segment: Segment, line: Line, rules: Sequence[Rule], columns: Sequence[Span]) -> Span:
    """As wide as the rule that underlines it and no other segment of its line, where one does; a rule that begins over
    the first column parts header and rows."""
    bottom, height = segment.words[0].bottom, segment.words[0].height
    others = [other for other in line.segments if other is not segment]
    under = [
        rule
        for rule in rules
        if rule.level
        and -0.3 * height <= rule.top - bottom <= 0.6 * height
        and columns[0][1] < rule.left <= segment.left + height
        and rule.right >= segment.right - height
        and not any(min(rule.right, other.right) > max(rule.left, other.left) for other in others)
    ]
    narrow = min(under, key=lambda rule: rule.right - rule.left, default=None)
    if narrow is None:
        return segment.left, segment.right
    return min(segment.left, narrow.left), max(segment.right, narrow.right)


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
    figures = sum(is_figure(cell) or is_none(cell) for cell in values)
    if figures >= LEAST_FIGURES * len(values) and (header or len(full) >= LEAST_WORDED[0]):
        return len(full) >= 2 or (bool(header) and len(columns) >= 3 and len(full) >= 1)
    worded = [cell for row in rows for cell in row.cells if cell[:1].isalpha()]
    if sum(cell[0].islower() for cell in worded) > FLOWING * len(worded):
        return False
    words = [len(cell.split()) for row in rows for cell in row.cells if cell]
    short = sum(words) <= CELL_WORDS * len(words)
    return len(full) >= LEAST_WORDED[0] and len(columns) >= LEAST_WORDED[1] and short and _is_even(rows, columns)


def _is_even(rows: Sequence[GridRow], columns: Sequence[Span]) -> bool:
    """Whether the columns have edges: words that happen to stand one below the other have none."""
    return all(_edge(rows, columns, at) >= EVEN for at in range(len(columns)))


def _edge(rows: Sequence[GridRow], columns: Sequence[Span], at: int) -> float:
    """The largest share of a column's cells that begin, end or stand in the middle at one place."""
    cells = [words for row in rows if (words := cells_of(row.words, columns)[at])]
    if not cells:
        return 1.0
    near = SAME_PLACE * cells[0][0].height
    lefts, rights = [min(w.left for w in words) for words in cells], [max(w.right for w in words) for words in cells]
    middles = [(left + right) / 2 for left, right in zip(lefts, rights, strict=True)]
    return max(_largest(places, near) for places in (lefts, rights, middles)) / len(cells)


def _largest(places: Sequence[float], near: float) -> int:
    """How many of the places are no further than `near` from one of them, at most."""
    return max(sum(abs(place - other) <= near for other in places) for place in places)


def _is_contents(rows: Sequence[GridRow]) -> bool:
    """A list of headings with their pages: words, and at the end whole numbers that never fall."""
    last = [row.cells[-1] for row in rows if row.cells[-1]]
    if len(rows[0].cells) > 3 or len(last) < 3 or not all(cell.isdigit() for cell in last):
        return False
    middle = [cell for row in rows for cell in row.cells[1:-1] if cell]
    return not any(map(is_figure, middle)) and all(int(a) <= int(b) for a, b in pairwise(last))
