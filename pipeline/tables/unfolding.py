"""Tables that are printed in several columns of columns, to save paper: the same header again to the right."""

from __future__ import annotations

from dataclasses import replace

from pipeline.tables.grid import Grid, GridRow

LEAST_COLUMNS = 2  # of a header that is repeated


def unfolded(grid: Grid) -> Grid:
    """The grid with what stands under the repeated header below what stands under the first; as it is, where no header
    is repeated."""
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


def _part(grid: Grid, row: GridRow, part: range) -> GridRow:
    left = grid.columns[part.start - 1][1] if part.start else float("-inf")
    right = grid.columns[part.stop][0] if part.stop < len(grid.columns) else float("inf")
    words = tuple(word for word in row.words if left <= word.middle <= right)
    return GridRow(row.cells[part.start : part.stop], words)
