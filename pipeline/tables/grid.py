"""What is found on one page before it has a title: a header, rows, and where the columns stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.tables.glyphs import Box, Word
from pipeline.tables.lines import lines_of

Span = tuple[float, float]  # from left to right


@dataclass(frozen=True)
class GridRow:
    """The text of each column's cell, and the words that they are made of."""

    cells: tuple[str, ...]
    words: tuple[Word, ...]


@dataclass(frozen=True)
class Grid:
    """`header` rows come from top to bottom; a cell that spans columns is said in each of them."""

    box: Box
    columns: tuple[Span, ...]
    header: tuple[GridRow, ...]
    rows: tuple[GridRow, ...]
    ruled: bool = False

    @property
    def words(self) -> frozenset[Word]:
        return frozenset(word for row in (*self.header, *self.rows) for word in row.words)

    def names(self) -> tuple[str, ...]:
        """Each column's name: its header cells from top to bottom, what is said twice once."""
        return tuple(_name([row.cells[at] for row in self.header]) for at in range(len(self.columns)))


def _name(cells: Sequence[str]) -> str:
    said = [cell for at, cell in enumerate(cells) if cell and cell not in cells[:at]]
    return " ".join(said)


def written(words: Sequence[Word]) -> str:
    """The words of a cell in reading order, line by line."""
    text = ""
    for line in lines_of(words):
        if _hyphenated(text):
            text = (text[:-1] if line.text[:1].islower() else text) + line.text
        else:
            text = f"{text} {line.text}".strip()
    return text


def _hyphenated(text: str) -> bool:
    """Whether a line ends in a hyphen that is a part of a word."""
    return text[-1:] == "-" and text[-2:-1].isalpha()
