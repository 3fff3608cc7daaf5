"""Finds the header of a table without ruling lines: the lines above the first figures that name columns, and the
columns that each name covers."""

from __future__ import annotations

from collections.abc import Sequence

from ragatta.pipeline.tables.grid import GridRow, Span
from ragatta.pipeline.tables.lines import Line, Segment
from ragatta.pipeline.tables.page_layout import RulingLine, Word
from ragatta.pipeline.tables.unruled_columns import nearest

MOST_LABELS = 3  # of rows, one below the other, between a header and the first figures
HEADER_LINES = 10  # above the first figures
HEADER_WORDS = 9  # in one segment of a header
OFF_CENTRE = 0.6  # of a line's height that a name may be off the middle of its column, and be its own


def naming_lines(lines: Sequence[Line], columns: Sequence[Span]) -> tuple[list[Line], list[Line]]:
    """The lines above the first figures that name columns, and the row labels between them and the figures: the lowest
    lines above values, up to the first line of prose or a title."""
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
    """Whether it is a title of the whole table, or a line of text: it begins above the first column and extends far
    beyond it, or is centred over the table and not over its values, perhaps after a mark in the corner."""
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


def header_row(line: Line, columns: Sequence[Span], ruling_lines: Sequence[RulingLine], may_share: bool) -> GridRow:
    cells = ["" for _ in columns]
    for segment, spanned in zip(line.segments, _spans(line, columns, ruling_lines, may_share), strict=True):
        texts = _each_over_its_own(segment, [columns[at] for at in spanned]) or [segment.text] * len(spanned)
        for at, text in zip(spanned, texts, strict=True):
            cells[at] = f"{cells[at]} {text}".strip()
    return GridRow(tuple(cells), line.words)


def _each_over_its_own(segment: Segment, columns: Sequence[Span]) -> list[str]:
    """The words of a segment by column, if each part is centred over its column: names that nearly touch, not one
    spanning name."""
    if len(columns) == 1:
        return []
    parts: list[list[Word]] = [[] for _ in columns]
    for word in segment.words:
        parts[nearest(word.middle, columns)].append(word)
    if not all(parts):
        return []
    segments = [Segment(tuple(part)) for part in parts]
    near = [
        abs(p.middle - (c[0] + c[1]) / 2) <= OFF_CENTRE * p.words[0].height
        for p, c in zip(segments, columns, strict=True)
    ]
    return [part.text for part in segments] if all(near) else []


def _spans(line: Line, columns: Sequence[Span], ruling_lines: Sequence[RulingLine], may_share: bool) -> list[list[int]]:
    """The columns that each segment of a header line covers."""
    found = [_spanned(_widened(segment, line, ruling_lines, columns), columns) for segment in line.segments]
    if not may_share or any(len(spanned) > 1 for spanned in found):
        return found
    # Names of one column each may come first, and then names that all span as many.
    for single in range(len(found)):
        begin = found[single - 1][0] + 1 if single else 1
        if shared := _shared(line.segments[single:], columns, begin):
            return [*found[:single], *shared]
    return found


def _shared(segments: Sequence[Segment], columns: Sequence[Span], begin: int) -> list[list[int]]:
    """The columns from `begin` on in equal parts, if each segment is above the middle, or the first column, of its
    part; else none."""
    each, rest = divmod(len(columns) - begin, len(segments))
    if rest or each < 2:
        return []
    shared = [list(range(begin + at * each, begin + (at + 1) * each)) for at in range(len(segments))]
    pairs = list(zip(segments, shared, strict=True))
    centred = all(_centred(s, columns[own[0]][0], columns[own[-1]][1]) for s, own in pairs)
    at_left = len(pairs) > 1 and all(_spanned((s.left, s.right), columns) == own[:1] for s, own in pairs)
    return shared if centred or at_left else []


def _centred(segment: Segment, left: float, right: float) -> bool:
    """Whether it is centred over the span, within a tenth of its width."""
    return abs(segment.middle - (left + right) / 2) <= 0.1 * (right - left)


def _widened(segment: Segment, line: Line, ruling_lines: Sequence[RulingLine], columns: Sequence[Span]) -> Span:
    """The width of the ruling line under this segment alone, if there is one; a line that begins at the first column
    separates header and rows."""
    bottom, height = segment.words[0].bottom, segment.words[0].height
    others = [other for other in line.segments if other is not segment]
    under = [
        rule
        for rule in ruling_lines
        if rule.horizontal
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
    return touched or [nearest((span[0] + span[1]) / 2, columns)]
