"""Writes table rows as text for search and reading: each cell beside its column's name, under the table's title.

    Table: Exhibit 2 | Delivery Charges
    Zone: North; Weight: 5 kg; Charge: $12.50
    Zone: North; Weight: 10 kg; Charge: $19.00

A search cannot find bare figures by words (docs/documents.md); here every figure is beside its column's name.
An empty cell is left out, and the cell of a nameless column is its bare value. `read` takes apart what `write` wrote.

Lines of the page between the rows that belong to none of them may follow under "Beside the table:".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_BEGINNING = "Table:"
_BETWEEN_TITLES = " | "
_BETWEEN_CELLS = "; "
_AFTER_NAME = ": "
_BESIDE = "Beside the table:"  # no row ends in a colon
_WORD = re.compile(r"[^\W_]+(?:[.,][^\W_]+)*")

Pair = tuple[str, str]  # column name ("" for a nameless one), value


@dataclass(frozen=True, slots=True)
class RowGroup:
    """The contents of a text of rows: the table's title, outermost part first, and the (column, value) pairs of each
    row."""

    title: tuple[str, ...]
    rows: tuple[tuple[Pair, ...], ...]


def write(title: Sequence[str], columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The text of these rows, each given by its cells. A row of nothing but empty cells is left out.

    White space is folded, and the separators of cells and names are escaped inside them. Raises ValueError for a row
    without exactly one cell per column.
    """
    names = [_name(column) for column in columns]
    lines = [_row(names, cells) for cells in rows]
    return "\n".join([heading(title), *filter(None, lines)])


def heading(title: Sequence[str]) -> str:
    """The first line of every text of the table's rows."""
    parts = [folded for part in title if (folded := _folded(part.replace("|", "/")))]
    return f"{_BEGINNING} {_BETWEEN_TITLES.join(parts)}".rstrip()


def with_beside(text: str, lines: Iterable[str]) -> str:
    """The text of rows, followed by the page's lines that no row contains, each once."""
    folded = dict.fromkeys(filter(None, map(_folded, lines)))
    return "\n".join([text, *([_BESIDE, *folded] if folded else [])])


def lost_words(text: str, line: str) -> set[str]:
    """The words and numbers of a page's line that a text of rows does not contain, in lower case."""
    return set(_WORD.findall(line.casefold())).difference(_WORD.findall(text.casefold()))


def row_lines(text: str) -> list[str]:
    """The lines of the rows, without the title and the text beside the table."""
    lines = text.split("\n")[1:]
    return [line for line in lines[: lines.index(_BESIDE) if _BESIDE in lines else None] if line]


def read(text: str) -> RowGroup | None:
    """The contents of a text that `write` made; None for prose."""
    first = text.split("\n", 1)[0]
    if not first.startswith(_BEGINNING):
        return None
    title = first.removeprefix(_BEGINNING).strip()
    rows = tuple(map(read_row, row_lines(text)))
    return RowGroup(tuple(title.split(_BETWEEN_TITLES)) if title else (), rows)


def read_row(line: str) -> tuple[Pair, ...]:
    """The (column, value) pairs of one row's line."""
    return tuple(_pair(cell) for cell in line.split(_BETWEEN_CELLS))


def _row(names: Sequence[str], cells: Sequence[str]) -> str:
    pairs = ((name, _value(cell) if name else _without_colons(cell)) for name, cell in zip(names, cells, strict=True))
    return _BETWEEN_CELLS.join(f"{name}{_AFTER_NAME}{value}" if name else value for name, value in pairs if value)


def _pair(cell: str) -> Pair:
    name, named, value = cell.partition(_AFTER_NAME)
    return (name, value) if named else ("", cell)


def _name(column: str) -> str:
    return _without_colons(column).rstrip(": ")


def _without_colons(text: str) -> str:
    """The name without a colon at its end, or before a space, where it would end the name."""
    return _value(re.sub(r":+(?=\s|$)", "", text))


def _value(cell: str) -> str:
    return _folded(cell).replace(_BETWEEN_CELLS, ", ")


def _folded(text: str) -> str:
    return " ".join(text.split())
