"""Columns of yes and no: what a question says of them, and what it takes for given."""

from __future__ import annotations

from pipeline.text.mentions import tokens
from reader.tables.grids import Grid, GridRow, Name
from reader.tables.wanted import FLAGS, Wanted


def flags(asked: Wanted, row: GridRow) -> frozenset[Name]:
    """The yes-or-no cells that are as the question says."""
    stated = ((name, FLAGS.get(cell.strip().lower())) for name, cell in row.cells.items())
    return frozenset(name for name, flag in stated if flag and asked.flagged(name[0]) == flag)


def assumed_flags(asked: Wanted, row: GridRow, grid: Grid) -> frozenset[Name]:
    """The yes in columns that say whether what the table is titled by is given: who asks for the account discount asks
    for that of an account, unless the question says that there is none."""
    title = frozenset(tokens(grid.title[-1])) if grid.title else frozenset[str]()
    if not title or not title <= asked.said.keys() or asked.flagged(grid.title[-1]) == "no":
        return frozenset()
    given = (name for name, cell in row.cells.items() if FLAGS.get(cell.strip().lower()) == "yes")
    return frozenset(name for name in given if title & frozenset(tokens(name[0])) and not asked.flagged(name[0]))
