"""Finds the header of a table: the rows at the top of a grid that name its columns. Without ruling lines see
unruled_header.py."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragatta.pipeline.tables.grid import CellGrid, GridRow, Span
from ragatta.pipeline.tables.lines import Line, Segment, is_figure, is_none, is_year

MOST_ROWS = 4  # of a drawn header
ABOVE = 2.0  # line heights over a drawn grid within which a line may name its columns
LEAST_COLUMNS = 2  # of a header that is repeated to the right
FEW_WORDS = 16  # in a header's cell


def with_header(grid: CellGrid) -> CellGrid:
    """Separates the header rows: those above the first row of figures or, in a table of words, a first row in another
    font. A row at the top that spans all columns is the title."""
    grid = _titled(grid)
    if grid.header:
        return grid
    count = _named(grid) if len(grid.rows) > 1 else 0
    return replace(grid, header=grid.rows[:count], rows=tuple(row.once() for row in grid.rows[count:]))


def _titled(grid: CellGrid) -> CellGrid:
    over = next((at for at, row in enumerate(grid.rows) if not _spans_all(row)), len(grid.rows))
    if grid.header or over == len(grid.rows):
        return grid
    return replace(grid, title=grid.rows[:over], rows=grid.rows[over:])


def _spans_all(row: GridRow) -> bool:
    return len(row.begins) > 1 and not any(row.begins)


def _named(grid: CellGrid) -> int:
    """The number of header rows."""
    first = next((at for at, row in enumerate(grid.rows) if _has_figures(row)), len(grid.rows))
    if 0 < first <= MOST_ROWS and first < len(grid.rows) and all(map(_may_name, grid.rows[:first])):
        # Rows of words between header and figures are a part of the table's body: "Current assets".
        naming = [at for at in range(first) if any(grid.rows[at].cells[1:]) or len(grid.columns) == 1]
        return max(naming, default=-1) + 1
    if not (_may_name(grid.rows[0]) and _stands_out(grid)):
        return 0
    # A header's cell that spans rows is said in each of them.
    top = grid.rows[0].cells
    spanned = (
        at for at, row in enumerate(grid.rows) if not any(a and a == b for a, b in zip(top, row.cells, strict=True))
    )
    return min(next(spanned, 1), MOST_ROWS)


def with_line_above(grid: CellGrid, lines: Sequence[Line]) -> CellGrid:
    """A ruled grid without a header, extended by the line right above it if that names its columns. `lines` are the
    page's lines outside tables."""
    if any(grid.names()) or not grid.ruled:
        return grid
    over = [line for line in lines if 0 <= grid.box[1] - line.bottom + line.height / 2 <= ABOVE * line.height]
    for line in over:
        columns = [_over(segment, grid.columns) for segment in line.segments]
        named = {at: segment.text for at, segment in zip(columns, line.segments, strict=True) if at is not None}
        if len(named) == len(columns) >= 2:
            cells = tuple(named.get(at, "") for at in range(len(grid.columns)))
            box = grid.box[0], line.top, grid.box[2], grid.box[3]
            return replace(grid, box=box, header=(GridRow(cells, line.words),))
    return grid


def _over(segment: Segment, columns: Sequence[Span]) -> int | None:
    return next((at for at, (left, right) in enumerate(columns) if left <= segment.middle <= right), None)


def _has_figures(row: GridRow) -> bool:
    """Whether the row holds values: a figure other than a year, outside the first column or alone."""
    cells = [cell for cell in row.cells if cell]
    values = cells[1:] if len(row.cells) > 1 and row.cells[0] else cells
    return any(is_figure(cell) and not is_year(cell) for cell in values)


def _may_name(row: GridRow) -> bool:
    cells = [cell for cell in row.cells if cell]
    return bool(cells) and all(len(cell.split()) <= FEW_WORDS for cell in cells)


def _stands_out(grid: CellGrid) -> bool:
    """Whether the first row is in another font than the rows below it, and names every column."""
    first, below = grid.rows[0], grid.rows[1:]
    fonts = {word.font for row in below for word in row.words}
    first_fonts = {word.font for word in first.words}
    filled = sum(map(bool, first.cells)) >= max(2, len(first.cells) - 1)
    worded = not any(is_figure(cell) or is_none(cell) or cell.endswith(":") for cell in first.cells)
    return filled and worded and (grid.ruled or not first_fonts & fonts)


def unfolded(grid: CellGrid) -> CellGrid:
    """Moves the columns under a repeated header below those under the first; unchanged if no header is repeated."""
    names = grid.names()
    width = next((w for w in range(LEAST_COLUMNS, len(names) // 2 + 1) if _repeats(names, w)), 0)
    if not width:
        return grid
    parts = [range(at, at + width) for at in range(0, len(names), width)]
    rows = (_part(grid, row, part) for part in parts for row in grid.rows)
    header = tuple(replace(row, cells=row.cells[:width], begins=row.begins[:width]) for row in grid.header)
    return replace(grid, columns=grid.columns[:width], header=header, rows=tuple(row for row in rows if any(row.cells)))


def _repeats(names: tuple[str, ...], width: int) -> bool:
    if len(names) % width or not all(names[:width]):
        return False
    return all(names[at : at + width] == names[:width] for at in range(width, len(names), width))


def _part(grid: CellGrid, row: GridRow, part: range) -> GridRow:
    left = grid.columns[part.start - 1][1] if part.start else float("-inf")
    right = grid.columns[part.stop][0] if part.stop < len(grid.columns) else float("inf")
    words = tuple(word for word in row.words if left <= word.middle <= right)
    return GridRow(row.cells[part.start : part.stop], words)
