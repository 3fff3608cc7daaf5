"""Ruling lines → grids: tables whose cells have drawn borders. Merged cells are repeated in every cell that they
cover."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ragatta.pipeline.tables.grid import CellGrid, GridRow, Span, written
from ragatta.pipeline.tables.lines import is_figure, is_none, lines_of
from ragatta.pipeline.tables.page_layout import PageLayout, RulingLine, Word

NEAR = 2.0  # points within which two ruling lines are one, or meet
BRIDGED = 4.0  # points: the widest gap in a line that was drawn in pieces
COVERED = 0.6  # of a cell's side that must be drawn for it to be closed there
FILLED = 0.3  # the least share of cells with text: a plot's grid has hardly any
WRAPPED = 2  # lines of a drawn row for each line of its figures, at most
PARTED = 0.3  # of the lines inside cells may have a wide gap; if more do, the columns are not drawn
MOST_RULING_LINES = 2000  # on one page, pieces put together: more are a drawing
MOST_SIDES = 400  # rows or columns of one grid: more are a drawing
ONE_COLUMN_WORDS = 6  # a frame with more in its cells is a box around prose

Stroke = tuple[float, float, float]  # of a horizontal ruling line its y, and the x where it begins and ends


@dataclass(frozen=True)
class Lattice:
    """Connected ruling lines, and the borders of their columns and rows."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    vertical: tuple[tuple[Span, ...], ...]  # at each x: from where to where a line is drawn
    horizontal: tuple[tuple[Span, ...], ...]  # at each y


def ruled_grids(layout: PageLayout) -> list[CellGrid]:
    """The tables of a page whose cells have drawn borders."""
    grids = (_grid(lattice, layout.words) for lattice in _lattices(layout.ruling_lines))
    return [grid for grid in grids if grid is not None]


def _lattices(ruling_lines: Sequence[RulingLine]) -> Iterator[Lattice]:
    horizontal = _joined([(line.top, line.left, line.right) for line in ruling_lines if line.horizontal])
    vertical = _joined([(line.left, line.top, line.bottom) for line in ruling_lines if not line.horizontal])
    if len(horizontal) + len(vertical) > MOST_RULING_LINES:
        return
    for across, down in _connected(horizontal, vertical):
        xs, ys = _places([x for x, *_ in down] + _ends(across)), _places([y for y, *_ in across] + _ends(down))
        if 2 <= len(xs) <= MOST_SIDES and 3 <= len(ys) <= MOST_SIDES:
            yield Lattice(tuple(xs), tuple(ys), _drawn(down, xs), _drawn(across, ys))


def _ends(strokes: Sequence[Stroke]) -> list[float]:
    """The borders with the outermost ends of lines added, because a frame may be open at its sides."""
    return [min(begin for _, begin, _ in strokes), max(end for *_, end in strokes)] if strokes else []


def _drawn(strokes: Sequence[Stroke], places: Sequence[float]) -> tuple[tuple[Span, ...], ...]:
    return tuple(tuple((begin, end) for at, begin, end in strokes if abs(at - place) <= NEAR) for place in places)


def _places(values: Iterable[float]) -> list[float]:
    """The values without near duplicates."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > NEAR:
            found.append(value)
    return found


def _joined(strokes: Sequence[Stroke]) -> list[Stroke]:
    """Joins the pieces of one line."""
    found: list[Stroke] = []
    places = _places(at for at, *_ in strokes)
    for at, begin, end in sorted(strokes, key=lambda stroke: (bisect_right(places, stroke[0]), stroke[1])):
        if found and abs(found[-1][0] - at) <= NEAR and begin <= found[-1][2] + BRIDGED:
            found[-1] = (*found[-1][:2], max(found[-1][2], end))
        else:
            found.append((at, begin, end))
    return found


def _connected(horizontal: Iterable[Stroke], vertical: Iterable[Stroke]) -> Iterator[tuple[list[Stroke], list[Stroke]]]:
    """Groups of lines that touch."""
    left = list(horizontal), list(vertical)
    while left[0]:
        group: tuple[list[Stroke], list[Stroke]] = [left[0].pop()], []
        reached = [(0, group[0][0])]
        for way, stroke in reached:  # it grows
            touching = [other for other in left[1 - way] if _touch(stroke, other)]
            for other in touching:
                left[1 - way].remove(other)
            group[1 - way].extend(touching)
            reached += [(1 - way, other) for other in touching]
        yield group


def _touch(one: Stroke, other: Stroke) -> bool:
    """Whether a horizontal and a vertical line meet."""
    return one[1] - NEAR <= other[0] <= one[2] + NEAR and other[1] - NEAR <= one[0] <= other[2] + NEAR


def _grid(lattice: Lattice, words: Sequence[Word]) -> CellGrid | None:
    xs, ys = lattice.xs, lattice.ys
    inside = [w for w in words if xs[0] <= w.middle <= xs[-1] and ys[0] <= (w.top + w.bottom) / 2 <= ys[-1]]
    if not inside:
        return None
    cells = _cells(lattice, inside)
    rows = [row for at in range(len(ys) - 1) for row in _rows(cells, at, len(xs) - 1)]
    if not _is_table(rows, len(xs) - 1) or _aligned(cells):
        return None
    return CellGrid((xs[0], ys[0], xs[-1], ys[-1]), tuple(pairwise(xs)), (), tuple(rows), ruled=True)


Cells = dict[tuple[int, int], tuple[tuple[int, int], list[Word]]]  # (row, column) → (first of its area, words)


def _cells(lattice: Lattice, words: Sequence[Word]) -> Cells:
    """Every cell with the area that it is part of; only a rectangle can be an area."""
    owner = _areas(lattice)
    by_area: dict[tuple[int, int], list[Word]] = {}
    for word in words:
        place = _index(lattice.ys, (word.top + word.bottom) / 2), _index(lattice.xs, word.middle)
        by_area.setdefault(owner[place], []).append(word)
    return {place: (area, by_area.get(area, [])) for place, area in owner.items()}


def _aligned(cells: Cells) -> bool:
    """Whether the cells contain unruled columns: in a frame, or with ruling lines only between rows."""
    filled = {area: words for area, words in cells.values() if words}
    lines = [line for words in filled.values() for line in lines_of(words)]
    return sum(len(line.segments) > 1 for line in lines) > PARTED * len(lines)


def _index(borders: Sequence[float], value: float) -> int:
    found = max((at for at, border in enumerate(borders) if border <= value), default=0)
    return min(found, len(borders) - 2)


def _areas(lattice: Lattice) -> dict[tuple[int, int], tuple[int, int]]:
    """Each cell's area, named by its first cell: cells without a ruling line between them form one area."""
    rows, columns = len(lattice.ys) - 1, len(lattice.xs) - 1
    owner: dict[tuple[int, int], tuple[int, int]] = {}
    for row in range(rows):
        for column in range(columns):
            area = row, column
            if column and not _closed(lattice, row, column, vertical=True):
                area = owner[row, column - 1]
            elif row and not _closed(lattice, row, column, vertical=False):
                above = owner[row - 1, column]
                # Below a spanning cell only the whole width continues it; the part of it is a new cell.
                if above == (row - 1, column) or owner.get((row - 1, column - 1)) != above:
                    area = above
            owner[row, column] = area
    return owner


def _closed(lattice: Lattice, row: int, column: int, vertical: bool) -> bool:
    """Whether a ruling line is drawn at the left (or upper) side of a cell."""
    xs, ys = lattice.xs, lattice.ys
    begin, end = (ys[row], ys[row + 1]) if vertical else (xs[column], xs[column + 1])
    strokes = lattice.vertical[column] if vertical else lattice.horizontal[row]
    return sum(max(0.0, min(last, end) - max(first, begin)) for first, last in strokes) >= COVERED * (end - begin)


def _rows(cells: Cells, row: int, columns: int) -> list[GridRow]:
    """A ruled row as one row, or as one row per line if only its lines of figures part the rows."""
    row_cells = [cells[row, column] for column in range(columns)]
    begins = tuple(area[1] for area, _ in row_cells)
    if not any(words for _, words in row_cells):
        return []
    if lines := _lines(row_cells):
        return [
            GridRow(tuple(written(cell) for cell in line), tuple(w for cell in line for w in cell)) for line in lines
        ]
    # A cell that spans rows is said in each of them; its words stand in the first.
    in_row = dict.fromkeys(word for area, words in row_cells if area[0] == row for word in words)
    return [GridRow(tuple(written(words) for _, words in row_cells), tuple(in_row), begins)] if in_row else []


def _lines(row_cells: Sequence[tuple[tuple[int, int], list[Word]]]) -> list[list[list[Word]]]:
    """The words of each line by column, or none if it is a single row: fewer than two columns, and no column as long as
    the row, have a figure in every line."""
    texts = [[line.text for line in lines_of(words)] for _, words in row_cells]
    figures = [len(column) for column in texts if len(column) > 1 and all(is_figure(t) or is_none(t) for t in column)]
    lines = lines_of(dict.fromkeys(word for _, words in row_cells for word in words))
    if not figures or len(lines) > (max(figures) if len(figures) == 1 else WRAPPED * max(figures)):
        return []
    return [[[word for word in words if word in line.words] for _, words in row_cells] for line in lines]


def _is_table(rows: Sequence[GridRow], columns: int) -> bool:
    """Whether the cells look like a table: enough of them are filled, and each line of text is in one cell."""
    if len(rows) < 2:
        return False
    cells = [cell for row in rows for cell in row.cells]
    if sum(map(bool, cells)) < FILLED * len(cells):
        return False
    are_short = all(len(cell.split()) <= ONE_COLUMN_WORDS for cell in cells)
    return columns > 1 or (are_short and any(is_figure(cell) or is_none(cell) for cell in cells))
