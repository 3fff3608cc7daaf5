"""One page → the tables on it, each with its titles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragatta.pipeline.tables.grid import Grid, GridRow, written
from ragatta.pipeline.tables.header import unfolded, with_header, with_line_above
from ragatta.pipeline.tables.lines import Line
from ragatta.pipeline.tables.page_layout import Box, PageLayout, Word
from ragatta.pipeline.tables.prose_columns import prose_columns
from ragatta.pipeline.tables.ruled import ruled_grids
from ragatta.pipeline.tables.running_lines import Running
from ragatta.pipeline.tables.titles import Titles, titles
from ragatta.pipeline.tables.unruled import unruled_grids

MEETING = 1.0  # points that a table may reach into what stands over or under it


@dataclass(frozen=True)
class Found:
    """A grid on its page, with the title above it and the caption below it ("": none). `first` and `last`: whether the
    page has nothing but titles and running lines above it, or below it."""

    page: int
    grid: Grid
    title: tuple[str, ...]
    caption: str
    about: tuple[Word, ...]  # the words of titles and running lines
    first: bool
    last: bool


def on_page(number: int, layout: PageLayout, running: Running) -> Iterator[Found]:
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
        yield Found(number, grid, (*title, *inside), headings.caption, tuple(dict.fromkeys(about)), first, last)


def _untaken(parts: Sequence[Sequence[Line]], grids: Sequence[Grid]) -> list[Line]:
    taken = {word for grid in grids for word in grid.words}
    return [line for part in parts for line in part if taken.isdisjoint(line.words)]


def _words(parts: Sequence[Line | GridRow]) -> Iterator[Word]:
    return (word for part in parts for word in part.words)


def _reach(grid: Grid, grids: Sequence[Grid], lines: Sequence[Line]) -> tuple[Box, float]:
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
