"""Rules → grids: tables whose cells are drawn. A cell that spans several is said in each that it spans."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.tables.glyphs import Rule, Sheet, Word
from pipeline.tables.grid import Grid, GridRow, written
from pipeline.tables.lines import is_figure, is_none, lines_of

NEAR = 2.0  # points within which two rules are one, or meet
BRIDGED = 4.0  # points: the widest gap in a rule that was drawn in pieces
COVERED = 0.6  # of a cell's side that must be drawn for it to be closed there
FILLED = 0.3  # the least share of cells with text: a plot's grid has hardly any
WRAPPED = 2  # lines of a drawn row for each line of its figures, at most
PARTED = 0.3  # of the lines inside cells may have a wide gap; if more do, the columns are not drawn
MOST_RULES = 2000  # on one page, pieces put together: more are a drawing
MOST_SIDES = 400  # rows or columns of one grid: more are a drawing
ONE_COLUMN_WORDS = 6  # a frame with more in its cells is a box around prose


@dataclass(frozen=True)
class Lattice:
    """A set of rules that hang together: the borders of its columns and rows."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    upright: tuple[tuple[tuple[float, float], ...], ...]  # at each x: from where to where a rule is drawn
    level: tuple[tuple[tuple[float, float], ...], ...]  # at each y


def ruled_grids(sheet: Sheet) -> list[Grid]:
    """The tables of a page whose cells are drawn."""
    grids = (_grid(lattice, sheet.words) for lattice in _lattices(sheet.rules))
    return [grid for grid in grids if grid is not None]


def _lattices(rules: Sequence[Rule]) -> Iterator[Lattice]:
    level = _joined([rule for rule in rules if rule.level])
    upright = [_flipped(rule) for rule in _joined([_flipped(rule) for rule in rules if not rule.level])]
    if len(level) + len(upright) > MOST_RULES:
        return
    for group in _connected([*level, *upright]):
        xs = _places([x for rule in group if not rule.level for x in (rule.left,)] + _ends(group, True))
        ys = _places([y for rule in group if rule.level for y in (rule.top,)] + _ends(group, False))
        if 2 <= len(xs) <= MOST_SIDES and 3 <= len(ys) <= MOST_SIDES:
            upright_at = [
                tuple((r.top, r.bottom) for r in group if not r.level and abs(r.left - x) <= NEAR) for x in xs
            ]
            level_at = [tuple((r.left, r.right) for r in group if r.level and abs(r.top - y) <= NEAR) for y in ys]
            yield Lattice(tuple(xs), tuple(ys), tuple(upright_at), tuple(level_at))


def _ends(group: Sequence[Rule], level: bool) -> list[float]:
    """The outermost ends of level (or upright) rules: a frame may be open at its sides."""
    own = [rule for rule in group if rule.level is level]
    if not own:
        return []
    return [min(r.left for r in own), max(r.right for r in own)] if level else [
        min(r.top for r in own), max(r.bottom for r in own)]  # fmt: skip


def _places(values: Iterable[float]) -> list[float]:
    """Values, those near to one another once."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > NEAR:
            found.append(value)
    return found


def _flipped(rule: Rule) -> Rule:
    return Rule(rule.top, rule.left, rule.bottom, rule.right)


def _joined(level: Sequence[Rule]) -> list[Rule]:
    """Level rules, the pieces of one put together."""
    found: list[Rule] = []
    tops = _places(rule.top for rule in level)
    for rule in sorted(level, key=lambda rule: (bisect_right(tops, rule.top), rule.left)):
        last = found[-1] if found else None
        if last and abs(last.top - rule.top) <= NEAR and rule.left <= last.right + BRIDGED:
            found[-1] = Rule(last.left, last.top, max(last.right, rule.right), last.top)
        else:
            found.append(rule)
    return found


def _connected(rules: Sequence[Rule]) -> Iterator[list[Rule]]:
    """Groups of rules that touch."""
    level = [rule for rule in rules if rule.level]
    left = [rule for rule in rules if not rule.level]
    while level:
        group, reached = [level.pop()], 0
        while reached < len(group):
            rule = group[reached]
            others = left if rule.level else level
            touching = [other for other in others if _touch(rule, other)]
            for other in touching:
                others.remove(other)
            group += touching
            reached += 1
        yield group


def _touch(one: Rule, other: Rule) -> bool:
    return (
        one.left - NEAR <= other.right
        and other.left - NEAR <= one.right
        and one.top - NEAR <= other.bottom
        and other.top - NEAR <= one.bottom
    )


def _grid(lattice: Lattice, words: Sequence[Word]) -> Grid | None:
    xs, ys = lattice.xs, lattice.ys
    inside = [w for w in words if xs[0] <= w.middle <= xs[-1] and ys[0] <= (w.top + w.bottom) / 2 <= ys[-1]]
    if not inside:
        return None
    cells = _cells(lattice, inside)
    rows = [row for at in range(len(ys) - 1) for row in _rows(cells, at, len(xs) - 1)]
    if not _is_table(rows, len(xs) - 1) or _aligned(cells):
        return None
    return Grid((xs[0], ys[0], xs[-1], ys[-1]), tuple(pairwise(xs)), (), tuple(rows), ruled=True)


Cells = dict[tuple[int, int], tuple[tuple[int, int], list[Word]]]  # (row, column) → (first of its area, words)


def _cells(lattice: Lattice, words: Sequence[Word]) -> Cells:
    """Every cell with the area that it is part of; an area is a rectangle, or it would be no cell."""
    owner = _areas(lattice)
    held: dict[tuple[int, int], list[Word]] = {}
    for word in words:
        place = _index(lattice.ys, (word.top + word.bottom) / 2), _index(lattice.xs, word.middle)
        held.setdefault(owner[place], []).append(word)
    return {place: (area, held.get(area, [])) for place, area in owner.items()}


def _aligned(cells: Cells) -> bool:
    """Whether the cells hold columns of their own: a frame, or rules between rows alone."""
    held = {area: words for area, words in cells.values() if words}
    lines = [line for words in held.values() for line in lines_of(words)]
    return sum(len(line.segments) > 1 for line in lines) > PARTED * len(lines)


def _index(borders: Sequence[float], value: float) -> int:
    found = max((at for at, border in enumerate(borders) if border <= value), default=0)
    return min(found, len(borders) - 2)


def _areas(lattice: Lattice) -> dict[tuple[int, int], tuple[int, int]]:
    """Each cell's area, named by its first cell: cells with no rule between them are one."""
    rows, columns = len(lattice.ys) - 1, len(lattice.xs) - 1
    owner: dict[tuple[int, int], tuple[int, int]] = {}
    for row in range(rows):
        for column in range(columns):
            area = row, column
            if column and not _closed(lattice, row, column, upright=True):
                area = owner[row, column - 1]
            elif row and not _closed(lattice, row, column, upright=False):
                above = owner[row - 1, column]
                # Below a spanning cell only the whole width continues it; the part of it is a new cell.
                if above == (row - 1, column) or owner.get((row - 1, column - 1)) != above:
                    area = above
            owner[row, column] = area
    return owner


def _closed(lattice: Lattice, row: int, column: int, upright: bool) -> bool:
    """Whether a rule is drawn at the left (or upper) side of a cell."""
    xs, ys = lattice.xs, lattice.ys
    begin, end = (ys[row], ys[row + 1]) if upright else (xs[column], xs[column + 1])
    own = lattice.upright[column] if upright else lattice.level[row]
    return sum(max(0.0, min(last, end) - max(first, begin)) for first, last in own) >= COVERED * (end - begin)


def _rows(cells: Cells, row: int, columns: int) -> list[GridRow]:
    """A drawn row as one row, or as one a line where nothing but its figures' lines parts its rows."""
    own = [cells[row, column] for column in range(columns)]
    begins = tuple(area[1] for area, _ in own)
    if not any(words for _, words in own):
        return []
    if lines := _lines(own):
        return [
            GridRow(tuple(written(cell) for cell in line), tuple(w for cell in line for w in cell)) for line in lines
        ]
    # A cell that spans rows is said in each of them; its words stand in the first.
    held = dict.fromkeys(word for area, words in own if area[0] == row for word in words)
    return [GridRow(tuple(written(words) for _, words in own), tuple(held), begins)] if held else []


def _lines(own: Sequence[tuple[tuple[int, int], list[Word]]]) -> list[list[list[Word]]]:
    """Each line's words by column; none where the row is one: where no two columns, or one of as many lines as the row,
    hold a figure in every line of theirs."""
    texts = [[line.text for line in lines_of(words)] for _, words in own]
    figures = [len(column) for column in texts if len(column) > 1 and all(is_figure(t) or is_none(t) for t in column)]
    lines = lines_of(dict.fromkeys(word for _, words in own for word in words))
    if not figures or len(lines) > (max(figures) if len(figures) == 1 else WRAPPED * max(figures)):
        return []
    return [[[word for word in words if word in line.words] for _, words in own] for line in lines]


def _is_table(rows: Sequence[GridRow], columns: int) -> bool:
    """Whether the cells hold what a table holds: enough of them something, and each line of text one cell."""
    if len(rows) < 2:
        return False
    cells = [cell for row in rows for cell in row.cells]
    if sum(map(bool, cells)) < FILLED * len(cells):
        return False
    if columns == 1:
        return len(rows) >= 2 and all(len(cell.split()) <= ONE_COLUMN_WORDS for cell in cells) and any(
            is_figure(cell) or is_none(cell) for cell in cells)  # fmt: skip
    return True
