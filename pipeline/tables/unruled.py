"""Lines → grids: tables whose columns are separated only by white space.

Lines with wide gaps, one below the other, form a block. A space that no line of figures in the block fills separates
two columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ragatta.pipeline.tables.grid import CellGrid, GridRow, Span, written
from ragatta.pipeline.tables.lines import Line, is_figure, is_none
from ragatta.pipeline.tables.page_layout import RulingLine, Word
from ragatta.pipeline.tables.unruled_blocks import blocks_of, is_row_of_figures, is_row_of_years, parted
from ragatta.pipeline.tables.unruled_columns import cells_of, columns_of
from ragatta.pipeline.tables.unruled_header import header_row, naming_lines

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


MOST_COLUMNS = 30
LEAST_YEARS = 3  # rows that hold mere years make a table of years; fewer are headers


def unruled_grids(lines: Sequence[Line], ruling_lines: Sequence[RulingLine]) -> list[CellGrid]:
    """The tables among these lines, which come from top to bottom and do not belong to a ruled table."""
    parts = (part for block in blocks_of(lines) for part in parted(block))
    found = (_grid(part, ruling_lines) for part in parts)
    return [grid for grid in found if grid is not None]


def _grid(block: Sequence[Line], ruling_lines: Sequence[RulingLine]) -> CellGrid | None:
    rows_of_figures = [at for at, line in enumerate(block) if is_row_of_figures(line)]
    if _heads_on(block, rows_of_figures):
        rows_of_figures.pop(0)
    if not rows_of_figures:
        years = [at for at, line in enumerate(block) if is_row_of_years(line)]
        rows_of_figures = years if len(years) >= LEAST_YEARS else []
    begin = next(iter(rows_of_figures or (at for at, line in enumerate(block) if len(line.segments) > 1)))
    figures = [block[at] for at in rows_of_figures]
    if len(figures) >= 2:
        block = block[: rows_of_figures[-1] + 1]  # notes and what comes next
    body = [line for line in block[begin:] if len(line.segments) > 1]
    columns = columns_of(figures if len(figures) >= 2 else body)
    if not 2 <= len(columns) <= MOST_COLUMNS:
        return None
    above, labels = naming_lines(block[:begin], columns)
    # What spans stands over names: the lowest of several lines names single columns.
    header = [header_row(line, columns, ruling_lines, line is not above[-1] or len(above) == 1) for line in above]
    below = [*labels, *block[begin:]]
    rows = _rows(below, columns)
    if not is_table(rows, header, columns):
        return None
    used = [*above, *below]
    box = (min(line.left for line in used), used[0].top, max(line.right for line in used), used[-1].bottom)
    return CellGrid(box, columns, tuple(header), tuple(rows))


def _heads_on(block: Sequence[Line], rows_of_figures: Sequence[int]) -> bool:
    """Whether the first row of figures names columns ("$100,000" above "Current"): lines of words in its font continue
    it, none of them in its first column, and the figures below have another font."""
    if len(rows_of_figures) < 3:
        return False
    first, second = rows_of_figures[:2]
    head, between = block[first], block[first + 1 : second]
    fonts = {word.font for line in (head, *between) for word in line.words}
    inside = all(len(line.segments) > 1 and line.left > head.segments[0].right for line in between)
    return bool(between) and inside and not fonts & {word.font for word in block[second].words}


def _rows(lines: Sequence[Line], columns: Sequence[Span]) -> list[GridRow]:
    """One row per line; a line of text that continues the first cell above it is part of that row."""
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
    """Whether a line continues the first cell above it (in lower case, or after a comma), and only one of the two has
    values."""
    goes_on = bool(above[0]) and not above[0].endswith(":") and (texts[0][:1].islower() or above[0].endswith(","))
    return goes_on and not (any(texts[1:]) and any(above[1:]))
