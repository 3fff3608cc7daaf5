"""Recognises aligned text that is not a table (prose in columns, numbered clauses, contents) by its cells."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ragatta.pipeline.tables.grid import GridRow, Span
from ragatta.pipeline.tables.lines import is_figure, is_none
from ragatta.pipeline.tables.unruled_columns import cells_of

LEAST_FIGURES = 0.5  # of the cells outside the first column, in a table of figures
LEAST_WORDED = (3, 3)  # rows and columns of a table without figures
CELL_WORDS = 5.0  # of a cell of words, in the mean
FLOWING = 0.3  # of the cells of words may begin with a small letter; where more do, it is a text
EVEN = 0.7  # of a column's cells of words that begin, end or stand in the middle at one place
SAME_PLACE = 0.25  # of a line's height: edges no further apart are one


def is_table(rows: Sequence[GridRow], header: Sequence[GridRow], columns: Sequence[Span]) -> bool:
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
    """Whether the columns have edges, unlike words that happen to be one below the other."""
    return all(_edge(rows, columns, at) >= EVEN for at in range(len(columns)))


def _edge(rows: Sequence[GridRow], columns: Sequence[Span], at: int) -> float:
    """The largest share of a column's cells that are aligned at their left, right or middle."""
    cells = [words for row in rows if (words := cells_of(row.words, columns)[at])]
    if not cells:
        return 1.0
    near = SAME_PLACE * cells[0][0].height
    lefts, rights = [min(w.left for w in words) for words in cells], [max(w.right for w in words) for words in cells]
    middles = [(left + right) / 2 for left, right in zip(lefts, rights, strict=True)]
    return max(_largest(places, near) for places in (lefts, rights, middles)) / len(cells)


def _largest(places: Sequence[float], near: float) -> int:
    """The most places within `near` of a single one."""
    return max(sum(abs(place - other) <= near for other in places) for place in places)


def _is_contents(rows: Sequence[GridRow]) -> bool:
    """Whether it is a list of headings with pages: words, then whole numbers that never decrease."""
    last = [row.cells[-1] for row in rows if row.cells[-1]]
    if len(rows[0].cells) > 3 or len(last) < 3 or not all(cell.isdigit() for cell in last):
        return False
    middle = [cell for row in rows for cell in row.cells[1:-1] if cell]
    return not any(map(is_figure, middle)) and all(int(a) <= int(b) for a, b in pairwise(last))
