"""A table as found on one page, before it has a title: header, rows and column positions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ragatta.pipeline.tables.lines import lines_of
from ragatta.pipeline.tables.page_layout import Box, Word

_LEADERS = re.compile(r"(?<![\s.…])(?:\s*[.…]){3,}$|(?<![\s_])(?:\s*_){3,}$")  # each run is tried once

Span = tuple[float, float]  # from left to right


@dataclass(frozen=True)
class GridRow:
    """The text of each column's cell, and the words that it consists of. `begins`: for each column, the column in which
    its cell begins; () if no cell spans columns."""

    cells: tuple[str, ...]
    words: tuple[Word, ...]
    begins: tuple[int, ...] = ()

    def once(self) -> GridRow:
        """The row with cells that span columns only in their first column."""
        cells = (cell if self.begins[at] == at else "" for at, cell in enumerate(self.cells)) if self.begins else None
        return self if cells is None else GridRow(tuple(cells), self.words)


@dataclass(frozen=True)
class CellGrid:
    """`header` rows from top to bottom; a merged cell is repeated in each column that it covers. `title`: text inside
    the table across all columns."""

    box: Box
    columns: tuple[Span, ...]
    header: tuple[GridRow, ...]
    rows: tuple[GridRow, ...]
    ruled: bool = False
    title: tuple[GridRow, ...] = ()

    @property
    def words(self) -> frozenset[Word]:
        return frozenset(word for row in (*self.title, *self.header, *self.rows) for word in row.words)

    def names(self) -> tuple[str, ...]:
        """Each column's name: its header cells from top to bottom, without repetition."""
        return tuple(_name([row.cells[at] for row in self.header]) for at in range(len(self.columns)))


def _name(cells: Sequence[str]) -> str:
    return flowing(cell for at, cell in enumerate(cells) if cell and cell not in cells[:at])


def written(words: Sequence[Word]) -> str:
    """The words of a cell in reading order, line by line, without dot leaders."""
    return _LEADERS.sub("", flowing(line.text for line in lines_of(words)))


def flowing(lines: Iterable[str]) -> str:
    """The lines joined to one, with hyphenated words in one piece."""
    text = ""
    for line in lines:
        text = (text[:-1] if line[:1].islower() else text) + line if _hyphenated(text) else f"{text} {line}".strip()
    return text


def _hyphenated(text: str) -> bool:
    """Whether a line ends in a hyphen within a word."""
    return text[-1:] == "-" and text[-2:-1].isalpha()
