"""Reading order of columns that a PDF draws row by row: the left column is read before the right one.

Words stay in the order of drawing unless all of this holds for a part of a page:

- a white gutter parts at least `LEAST` lines on each side, and no line crosses it,
- both sides are prose: lines are filled, so that the next line's first word would not have fitted into them,
- the order of drawing jumps over the gutter at most lines,
- paragraphs do not begin on the same height on both sides, as the cells of a table's row do.

So tables, forms and lists of keys and values keep their rows. What is undecided stays as it is drawn. The cut at
gutters follows the XY-cut (Nagy and Seth 1984, "Hierarchical representation of optically scanned documents").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

LEAST = 4  # lines of a column
GUTTER = 0.8  # of the font's size: the least width of a gutter
_APART = 3.2  # sizes: white from margin to margin that ends the columns above it
_TRIED = 5  # gutters of a page
_BIN = 4.0  # points
_PROSE, _LETTERS, _FLOWING = 0.8, 0.6, 0.4  # least shares: of filled lines, of letters, of lines that begin in small
_NARROW = 8.0  # sizes: the least width of a column
_STRAIGHT = 0.6  # least share of lines that begin on one left edge
_ENDS = tuple('.:;?!)"\u201d\u2019')
_PARAGRAPH = 1.4  # of the usual distance of lines: a paragraph begins

Span = tuple[int, int]


class Word(NamedTuple):
    """A word of the page's text, its place there and its box, in points from the lower left corner."""

    text: str
    start: int
    left: float
    right: float
    base: float

    @property
    def end(self) -> int:
        """Its end in the page's text."""
        return self.start + len(self.text)


class Line(NamedTuple):
    """Words that are drawn one after the other on one height."""

    words: tuple[Word, ...]
    size: float

    @property
    def left(self) -> float:
        """Of its first word."""
        return self.words[0].left

    @property
    def right(self) -> float:
        """Of its last word."""
        return self.words[-1].right

    @property
    def base(self) -> float:
        """The height of its baseline."""
        return self.words[0].base

    @property
    def span(self) -> Span:
        """Its place in the page's text."""
        return self.words[0].start, self.words[-1].end


Column = list[Line]


def reading_order(lines: Sequence[Line]) -> list[Span]:
    """The places of the lines' texts in reading order; nothing where the order of drawing stands."""
    blocks: dict[int, list[Column]] = {}
    moved: set[int] = set()
    for gutter in _gutters(lines):
        for band in _bands(lines, gutter):
            numbers = {number for number, _, _ in band}
            if not moved & numbers and (columns := _columns_of(band)):
                blocks[min(numbers)] = columns
                moved |= numbers
    if not blocks:
        return []
    spans: list[Span] = []
    for number, line in enumerate(lines):
        if number in blocks:
            spans += [part.span for column in blocks[number] for part in column]
        elif number not in moved:
            spans.append(line.span)
    return spans


def _gutters(lines: Sequence[Line]) -> list[float]:
    """Where most lines have white in or beside them, most first."""
    votes: Counter[int] = Counter()
    for line in lines:
        for one, two in pairwise(line.words):
            if two.left - one.right > GUTTER * line.size:
                votes.update(range(int(one.right // _BIN) + 1, int(two.left // _BIN) + 1))
    for pair in pairwise(lines):
        first, second = sorted(pair, key=lambda line: line.left)
        white = second.left - first.right
        if white > GUTTER * first.size and abs(first.base - second.base) < 2 * first.size:
            votes.update(range(int(first.right // _BIN) + 1, int(second.left // _BIN) + 1))
    found: list[int] = []
    for place, count in votes.most_common():
        if count < LEAST or len(found) == _TRIED:
            break
        if all(abs(place - other) > 4 for other in found):
            found.append(place)
    return [_BIN * place for place in found]


Halves = tuple[int, Line | None, Line | None]  # a line's number, its part left of a gutter, and its part right of it


def _cut(number: int, line: Line, gutter: float) -> Halves | None:
    """None if it crosses the gutter."""
    if line.right <= gutter:
        return number, line, None
    if line.left >= gutter:
        return number, None, line
    for at, (one, two) in enumerate(pairwise(line.words), 1):
        if one.right <= gutter <= two.left and two.left - one.right > GUTTER * line.size:
            return number, line._replace(words=line.words[:at]), line._replace(words=line.words[at:])
    return None


def _bands(lines: Sequence[Line], gutter: float) -> Iterator[list[Halves]]:
    """From the top, the lines beside a gutter, up to each line that crosses it and each white stripe."""
    band: list[Halves] = []
    above = 0.0
    for number, line in sorted(enumerate(lines), key=lambda at: -at[1].base):
        halves = _cut(number, line, gutter)
        if band and (not halves or above - line.base > _APART * line.size):
            yield sorted(band, key=lambda halves: halves[0])
            band = []
        if halves:
            band.append(halves)
        above = line.base
    if band:
        yield sorted(band, key=lambda halves: halves[0])


def _columns_of(band: list[Halves], deeper: int = 2) -> list[Column] | None:
    """The columns of a band, if it has them and they are drawn row by row. `deeper`: how often a side is cut again."""
    lefts, rights = [left for _, left, _ in band if left], [right for _, _, right in band if right]
    if min(len(lefts), len(rights)) < LEAST:
        return None
    sides = [side for halves in band for side in (1, 2) if halves[side]]
    jumps = sum(one != two for one, two in pairwise(sides))
    if jumps < max(LEAST, min(len(lefts), len(rights))):
        return None
    first = _prose(lefts, deeper)
    second = first and _prose(rights, deeper)
    if not first or not second:
        return None
    found = [*first, *second]
    return None if any(not _are_apart(one, two) or _are_cells(one, two) for one, two in pairwise(found)) else found


def _prose(lines: Column, deeper: int) -> list[Column] | None:
    """Several columns of prose, or one; None where it is something else."""
    if not _has_letters(lines):
        return None
    for gutter in _gutters(lines)[:deeper]:
        halves = [halves for number, line in enumerate(lines) if (halves := _cut(number, line, gutter))]
        if len(halves) == len(lines) and (columns := _columns_of(halves, deeper - 1)):
            return columns
    column = sorted(lines, key=lambda line: (-line.base, line.left))
    return [column] if _is_prose(column) else None


def _has_letters(lines: Sequence[Line]) -> bool:
    text = "".join(word.text for line in lines for word in line.words)
    return sum(map(str.isalpha, text)) > _LETTERS * len(text)


def _is_prose(column: Column) -> bool:
    edge, filled, short, flowing = _edge(column), 0, 0, 0
    if edge - min(line.left for line in column) < _NARROW * column[0].size:
        return False
    for line, after in pairwise(column):
        if _is_full(line, after, edge):
            filled += 1
            flowing += after.words[0].text[0].islower()
        elif not line.words[-1].text.endswith(_ENDS) or after.words[0].text[0].islower():
            short += 1
    return filled >= LEAST - 1 and filled >= _PROSE * (filled + short) and flowing >= _FLOWING * filled


def _edge(column: Column) -> float:
    """Where its full lines end; one line in ten may stand out."""
    return sorted(line.right for line in column)[int(0.9 * (len(column) - 1))]


def _is_full(line: Line, after: Line, edge: float) -> bool:
    """Whether the first word of the next line would not have fitted."""
    word = after.words[0]
    return edge - line.right < word.right - word.left + 0.35 * line.size


def _are_apart(left: Column, right: Column) -> bool:
    """Whether white as wide as a gutter parts two columns; the left edge of the second is straight, no river."""
    white = min(line.left for line in right) - max(line.right for line in left)
    edges = Counter(round(2 * line.left / line.size) for line in right)
    straight = max(edges[at] + edges[at + 1] for at in edges)
    return white > GUTTER * left[0].size and straight >= _STRAIGHT * len(right)


def _are_cells(one: Column, two: Column) -> bool:
    """Whether paragraphs of two columns begin on the same heights."""
    starts = _starts(one), _starts(two)
    shared = sum(any(abs(base - other) < 0.3 * one[0].size for other in starts[1]) for base in starts[0])
    return shared > 1 or (shared == 1 and min(map(len, starts)) <= 2)


def _starts(column: Column) -> list[float]:
    """The heights at which paragraphs begin, but for the first."""
    edge, pitch = _edge(column), median(line.base - after.base for line, after in pairwise(column))
    return [
        after.base
        for line, after in pairwise(column)
        if line.base - after.base > _PARAGRAPH * pitch or not _is_full(line, after, edge)
    ]
