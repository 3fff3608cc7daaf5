"""Looks up the cell at the row and column that a question names.

The question's values identify the row, each in the column named near it, together with names in the row; the column's
name identifies the column, the title the table. Open keys are reported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragatta.extensions.extractive.tables.cell_matches import Match, matches
from ragatta.extensions.extractive.tables.grids import Name, ShownRow, ShownTable, is_figure, read_grids
from ragatta.extensions.extractive.tables.wanted import TableQuestion
from ragatta.pipeline.tasks.answers import Passage

_TITLE = 0.25  # what it adds that the question says all of a title


OpenKeys = tuple[tuple[str, tuple[str, ...]], ...]  # (column, the values that it takes)

_SAID = 0.35  # share of the question's weighted words that the cell's address must say for it to be certain
_CLOSE = 0.05  # difference in coverage below which two tables fit a question equally well


@dataclass(frozen=True)
class LookedUp:
    """`value`: the cell ("" if several differ); `row`: its line; `source`: its passage. `certain`: every value was
    matched and one cell is left. `open_keys`: the columns in which the remaining rows differ, with the values. `unmet`:
    unmatched values. `coverage`: the share in [0, 1] of the question's weighted words in title, row and column.
    `names_column`: the question has a word of the column's name, or there is only one value column."""

    value: str
    column: str
    row: str
    source: int
    certain: bool
    open_keys: OpenKeys = ()
    unmet: tuple[str, ...] = ()
    coverage: float = 0.0
    names_column: bool = False


def look_up(wanted: str, passages: Sequence[Passage], known_values: Mapping[str, str] | None = None) -> LookedUp | None:
    """The cell that `wanted`, a question or a part of one, names among the passages' tables; None where none does.

    `known_values` are values found before, by name; they choose among rows, and are ignored for a table without such
    a column.
    """
    grids = read_grids(passages)
    asked = TableQuestion(wanted, known_values or {}, grids)
    best = [one for grid in grids if (one := _of_table(asked, grid)) is not None]
    best.sort(key=lambda found: found.rank, reverse=True)
    if not best:
        return None
    rivals = [one for one in best[1:] if one.close_to(best[0])]
    return best[0].looked_up(any(one.value != best[0].value for one in rivals))


@dataclass(frozen=True)
class _Found:
    """The best matches of one table: cells that fit equally well."""

    grid: ShownTable
    cells: tuple[Match, ...]

    @property
    def rank(self) -> tuple[int, bool, float, int, bool]:
        """The sort key: values matched; whether one column is meant; how well the table matches (words, column names
        twice, names near values, title); known values; whether one value is left."""
        first, one_column = self.cells[0], len({match.column for match in self.cells}) == 1
        fit = first.coverage + first.own + first.beside / max(1, first.met) + _TITLE * first.title
        return first.met, one_column, fit, first.bound, bool(self.value)

    @property
    def value(self) -> str:
        values = {match.value for match in self.cells}
        return values.pop() if len(values) == 1 else ""

    def close_to(self, other: _Found) -> bool:
        met, one_column, fit, *_ = other.rank
        return self.rank >= (met, one_column, fit - _CLOSE, 0, False)

    def looked_up(self, rivalled: bool) -> LookedUp:
        first = self.cells[0]
        columns = {match.column for match in self.cells}
        open_keys = self._left_open() if self.value else self._apart()
        # Rows that agree in the value may differ in a key that the question does not know: another table may be meant.
        sure = first.coverage >= _SAID and not self._apart() and not self._nameless()
        certain = bool(self.value) and sure and not (rivalled or first.unmet or first.partial or open_keys)
        return LookedUp(
            value=self.value,
            column=first.column[0] if len(columns) == 1 else "",
            row=first.row.text,
            source=first.row.source,
            certain=certain,
            open_keys=open_keys,
            unmet=first.unmet,
            coverage=first.coverage,
            names_column=first.own > 0 or self.grid.measures == {first.column},
        )

    def _nameless(self) -> bool:
        """Whether the question does not name the column although the row has several figures."""
        first = self.cells[0]
        return not first.column[0] and sum(map(is_figure, first.row.cells.values())) > 1

    def _apart(self) -> OpenKeys:
        """The columns in which the remaining rows differ."""
        return _values(self.grid.keys, [match.row for match in self.cells])

    def _left_open(self) -> OpenKeys:
        """For a single remaining row: key columns that the question does not name, if each of their values is in
        several rows. The passages may lack other rows of the table."""
        first = self.cells[0]
        unnamed = [name for name in self.grid.keys if name in first.row.cells and name not in first.keys]
        return _values([name for name in unnamed if self.grid.crosses(name)], self.grid.rows)


def _of_table(asked: TableQuestion, grid: ShownTable) -> _Found | None:
    found = matches(asked, grid)
    if not found:
        return None
    best = max(match.mark for match in found)
    cells = tuple(match for match in found if match.mark == best)
    return _Found(grid, cells)


def _values(columns: Sequence[Name], rows: Sequence[ShownRow]) -> OpenKeys:
    """The columns in which the rows differ, each with its values."""
    taken = {name: tuple(dict.fromkeys(row.cells[name] for row in rows if name in row.cells)) for name in columns}
    return tuple((name[0], values) for name, values in taken.items() if len(values) > 1)
