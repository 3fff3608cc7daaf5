"""One page → the tables on it, each with its titles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragatta.pipeline.tables.grid import CellGrid, GridRow, written
from ragatta.pipeline.tables.header import unfolded, with_header, with_line_above
from ragatta.pipeline.tables.lines import Line, lines_of
from ragatta.pipeline.tables.page_layout import Box, PageLayout, Word
from ragatta.pipeline.tables.ruled import ruled_grids
from ragatta.pipeline.tables.running_lines import RunningLines
from ragatta.pipeline.tables.titles import Titles, titles
from ragatta.pipeline.tables.unruled import unruled_grids

GUTTER = (0.35, 0.65)  # of the text's width: where the space between two columns may stand
FULL = 0.7  # of its column's width that a line of prose fills
LEAST_PROSE = (3, 8)  # lines on one side and on the other that do, or the page is in one column
MOST_CROSSING = 0.5  # of the lines may cross the gutter: a title, a figure's caption, a wide table


def prose_columns(words: Sequence[Word]) -> list[list[Line]]:
    """The lines of a page, from top to bottom. On a page with two columns, lines that cross the gutter form groups of
    their own; between two such groups come the left lines, then the right lines."""
    lines = lines_of(words)
    gutter = _gutter(lines)
    if gutter is None:
        return [lines]
    found: list[list[Line]] = []
    band: list[Line] = []
    for line in lines:
        crossing = _crosses(line, gutter)
        if band and crossing != _crosses(band[0], gutter):
            found += _sides(band, gutter)
            band = []
        band.append(line)
    return found + _sides(band, gutter)


def _sides(band: Sequence[Line], gutter: float) -> list[list[Line]]:
    if not band or _crosses(band[0], gutter):
        return [list(band)] if band else []
    left = lines_of(word for line in band for word in line.words if word.middle < gutter)
    right = lines_of(word for line in band for word in line.words if word.middle >= gutter)
    return [side for side in (left, right) if side]


def _crosses(line: Line, gutter: float) -> bool:
    return any(segment.left < gutter < segment.right for segment in line.segments)


def _gutter(lines: Sequence[Line]) -> float | None:
    """The middle of the space between two columns of prose; None if there is a single column."""
    left, right = min((x.left for x in lines), default=0.0), max((x.right for x in lines), default=0.0)
    width = right - left
    places = [left + share / 100 * width for share in range(int(100 * GUTTER[0]), int(100 * GUTTER[1]) + 1)]
    best = max(places, key=lambda place: sum(_prose(lines, place, left, right)), default=None)
    if best is None or any(n < least for n, least in zip(_prose(lines, best, left, right), LEAST_PROSE, strict=True)):
        return None
    crossing = sum(_crosses(line, best) for line in lines)
    return best if crossing <= MOST_CROSSING * len(lines) else None


def _prose(lines: Sequence[Line], gutter: float, left: float, right: float) -> list[int]:
    """The number of lines filled with prose on either side of a gutter, the smaller number first."""
    sides = [0, 0]
    for line in lines:
        if _crosses(line, gutter):
            continue
        for side, (begin, end) in enumerate(((left, gutter), (gutter, right))):
            within = [segment for segment in line.segments if begin <= segment.middle <= end]
            sides[side] += len(within) == 1 and within[0].right - within[0].left >= FULL * (end - begin)
    return sorted(sides)


MEETING = 1.0  # points that a table may reach into what stands over or under it


@dataclass(frozen=True)
class FoundGrid:
    """A grid on its page, with the title above it and the caption below it ("": none). `first` and `last`: whether the
    page has nothing but titles and running lines above it, or below it."""

    page: int
    grid: CellGrid
    title: tuple[str, ...]
    caption: str
    about: tuple[Word, ...]  # the words of titles and running lines
    first: bool
    last: bool


def on_page(number: int, layout: PageLayout, running: RunningLines) -> Iterator[FoundGrid]:
    """The tables of a page from top to bottom."""
    drawn = ruled_grids(layout)
    taken = {word for grid in drawn for word in grid.words}
    parts = prose_columns([word for word in layout.words if word not in taken])
    unruled = [grid for lines in parts for grid in unruled_grids(lines, layout.ruling_lines)]
    found = [grid for each in (*drawn, *unruled) if (grid := unfolded(with_header(each))).rows]
    lines = _untaken(parts, found)
    grids = sorted((with_line_above(grid, lines) for grid in found), key=lambda grid: (grid.box[1], grid.box[0]))
    lines = _untaken(parts, grids)
    running_through = [word for line in lines if running.alike(line) for word in line.words]
    over: tuple[str, ...] = ()  # the title of the table before: it stands over all that have none of their own
    before: list[Titles] = []
    for grid in grids:
        headings = titles(*_reach(grid, grids, lines if len(parts) == 1 else ()), lines, before, running)
        before.append(headings)
        used = (*headings.over, *headings.under)
        title = headings.parts or (() if headings.caption else over)
        over = title or over
        inside = [written(row.words) for row in grid.title]
        others = [line for line in lines if line not in used and not running.alike(line)]
        boxes = [other.box for other in grids if other is not grid] + [_box(line) for line in others]
        first = not any(box[3] <= grid.box[1] + MEETING for box in boxes)
        last = not any(box[1] >= grid.box[3] - MEETING for box in boxes)
        about = [*running_through, *_words(used), *_words(grid.title)]
        yield FoundGrid(number, grid, (*title, *inside), headings.caption, tuple(dict.fromkeys(about)), first, last)


def _untaken(parts: Sequence[Sequence[Line]], grids: Sequence[CellGrid]) -> list[Line]:
    taken = {word for grid in grids for word in grid.words}
    return [line for part in parts for line in part if taken.isdisjoint(line.words)]


def _words(parts: Sequence[Line | GridRow]) -> Iterator[Word]:
    return (word for part in parts for word in part.words)


def _reach(grid: CellGrid, grids: Sequence[CellGrid], lines: Sequence[Line]) -> tuple[Box, float]:
    """The box of the table, and the lower edge of the table above it. `lines` are those of the page, in one column. If
    no line and no table is beside this one, the box starts at the margin, so that a centred title above it belongs to
    it.
    """
    box = grid.box
    others = [other.box for other in grids if other is not grid]
    if lines and not any(_beside(box, other) for other in (*others, *map(_box, lines))):
        box = float("-inf"), *box[1:]
    over = (other[3] for other in others if other[0] < box[2] and other[2] > box[0] and other[3] <= box[1])
    return box, max(over, default=float("-inf"))


def _beside(box: Box, other: Box) -> bool:
    return other[1] < box[3] - MEETING and other[3] > box[1] + MEETING


def _box(line: Line) -> Box:
    return line.left, line.top, line.right, line.bottom
