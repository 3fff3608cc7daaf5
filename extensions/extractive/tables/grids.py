"""Rebuilds tables from the passages: row groups of one table in one document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from ragatta.pipeline.tables.row_text import Pair, read, row_lines
from ragatta.pipeline.tasks.answers import Passage

Name = tuple[str, int]  # a column's name, and which of the columns of that name it is, from 0


@dataclass(frozen=True)
class ShownRow:
    """`cells` by column, empty ones left out; `text` is the row's line, `source` its passage."""

    cells: dict[Name, str]
    text: str
    source: int


@dataclass(frozen=True)
class ShownTable:
    """The shown part of one table: its title, its columns from left to right, and its rows."""

    file: str
    title: tuple[str, ...]
    columns: tuple[Name, ...]
    rows: tuple[ShownRow, ...]

    @cached_property
    def measures(self) -> frozenset[Name]:
        """The value columns of a table: the last ones with figures in one form ("1.238", "$25"). Columns before them
        are keys, and so is the first column of many."""
        figures = [name for name in self.columns if self._forms[name]]
        if not figures:
            return frozenset()
        run = list(takewhile(lambda name: self._forms[name] == self._forms[figures[-1]], reversed(figures)))
        return frozenset(run[:-1] if len(run) > 1 and run[-1] == self.columns[0] and len(self.rows) > 1 else run)

    @cached_property
    def _forms(self) -> dict[Name, str]:
        return {name: _form([row.cells[name] for row in self.rows if name in row.cells]) for name in self.columns}

    @property
    def keys(self) -> tuple[Name, ...]:
        """The key columns of the table."""
        return tuple(name for name in self.columns if name not in self.measures)

    def crosses(self, name: Name) -> bool:
        """Whether a column's values repeat in other rows, as those of one of several keys do."""
        values = [row.cells[name] for row in self.rows if name in row.cells]
        return 1 < len(set(values)) <= len(values) / 2


def read_grids(passages: Sequence[Passage]) -> list[ShownTable]:
    """The tables with rows in the passages, in order. Row groups belong to one table if document, title and at least
    one column are the same."""
    found: list[tuple[str, tuple[str, ...], set[str], list[ShownRow]]] = []
    for passage in passages:
        group = read(passage.text)
        if group is None:
            continue
        lines = row_lines(passage.text)
        names = {name for pairs in group.rows for name, _ in pairs}
        full = max(map(len, group.rows), default=0)
        rows = [
            ShownRow(_cells(_told_apart(part) if len(pairs) == full else part), line, passage.source)
            for pairs, line in zip(group.rows, lines, strict=True)
            for part in _unfolded(pairs)
        ]
        of_this_table = (one for one in found if one[:2] == (passage.source_file, group.title) and one[2] & names)
        if (same := next(of_this_table, None)) is None:
            found.append((passage.source_file, group.title, names, rows))
        else:
            same[2].update(names)
            same[3].extend(rows)
    return [ShownTable(file, title, _columns(rows), tuple(rows)) for file, title, _, rows in found]


def _unfolded(pairs: tuple[Pair, ...]) -> list[tuple[Pair, ...]]:
    """Splits a row that consists of several rows side by side ("Tier, Factor, Tier, Factor")."""
    names = [name for name, _ in pairs]
    width = len(dict.fromkeys(names))
    if not names[0] or len(names) == width or names != (names[:width] * len(names))[: len(names)]:
        return [pairs]
    return [pairs[at : at + width] for at in range(0, len(pairs), width)]


def _told_apart(pairs: Sequence[Pair]) -> list[Pair]:
    """The columns whose name is repeated, renamed after the column before them: "2023, Change, 2024, Change"."""
    counts = Counter(name for name, _ in pairs)
    before = ["", *(name for name, _ in pairs)]
    return [
        (f"{over} {name}" if counts[name] > 1 and counts[over] == 1 else name, value)
        for over, (name, value) in zip(before, pairs, strict=False)
    ]


def _cells(pairs: Sequence[Pair]) -> dict[Name, str]:
    cells: dict[Name, str] = {}
    seen: dict[str, int] = {}
    for name, value in pairs:
        cells[name, seen.get(name, 0)] = value
        seen[name] = seen.get(name, 0) + 1
    return cells


def _columns(rows: Sequence[ShownRow]) -> tuple[Name, ...]:
    """The columns in the order of the fullest row, then columns of other rows."""
    fullest = max(rows, key=lambda row: len(row.cells), default=None)
    every = [*(fullest.cells if fullest else ()), *(name for row in rows for name in row.cells)]
    return tuple(dict.fromkeys(every))


_FORM = re.compile(
    r"(?P<sign>[$€£]?) ?[-+(]?[$€£]?(?=\.?\d)[\d,]*(?P<decimals>\.\d+)?\)?(?P<percent> ?%?)(?![\w.,/-]*\d)"
)


_MOST_WORDS = 4  # of a cell that is a figure with its unit


def is_figure(cell: str) -> bool:
    """Whether a cell is a figure, perhaps with a unit, and not a phrase with a figure."""
    return bool(_FORM.match(cell)) and len(cell.split()) <= _MOST_WORDS


def _form(cells: Sequence[str]) -> str:
    """The form of the figure in most of a column's cells; "" if most have none."""
    found = Counter(_form_of(cell) for cell in cells)
    form, count = found.most_common(1)[0]
    return form if 2 * count > len(cells) else "mixed" if found[""] * 2 < len(cells) else ""


def _form_of(cell: str) -> str:
    match = _FORM.match(cell)
    if match is None:
        return ""
    return f"{match['sign'] or ''}{'.' if match['decimals'] else '#'}{match['percent'].strip()}"
