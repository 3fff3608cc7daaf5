"""Tables whose columns white space alone parts."""

from __future__ import annotations

from ragatta.pipeline.tables.lines import lines_of
from ragatta.pipeline.tables.page_layout import Word
from ragatta.pipeline.tables.unruled import unruled_grids

ROWS = (("Town", "Then", "Now"), ("Northhaven", "1,210", "1,310"), ("East", "2,210", "2,310"), ("West", "310", "410"))


def test_the_box_of_a_table_holds_its_header_and_its_rows() -> None:
    words = [
        Word(cell, left + indent, top, left + indent + 5 * len(cell), top + 10, 0)
        for top, indent, row in zip((60, 80, 100, 120), (10, 0, 10, 0), ROWS, strict=True)
        for left, cell in zip((100, 200, 300), row, strict=True)
    ]
    [grid] = unruled_grids(lines_of(words), [])
    assert ([row.cells for row in grid.header], [row.cells for row in grid.rows]) == ([ROWS[0]], [*ROWS[1:]])
    assert grid.box == (100, 60, 335, 130)
