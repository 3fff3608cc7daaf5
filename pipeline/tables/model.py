"""The value types of a table: a title, named columns, and rows that know their page."""

from __future__ import annotations

from dataclasses import dataclass

Place = tuple[int, str]  # how many characters of the page that count stand before it, and those of its own text
LEADERS = frozenset(".,…·_")  # what leaders are made of: a parser may shorten them, so no place counts them


def counts(character: str) -> bool:
    """Whether a character counts in places: it is neither white space nor part of a leader."""
    return not (character.isspace() or character in LEADERS)


def counted(text: str) -> str:
    """The characters of a text that count in places."""
    return "".join(filter(counts, text))


@dataclass(frozen=True, slots=True)
class Row:
    """One row: a cell for each column of its table, "" if it is empty. `places`: the positions of its words in pdfium's
    text of the page, as runs."""

    cells: tuple[str, ...]
    page: int
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table, possibly over several pages. `title`: exhibit label, titles and captions, outermost first. `columns`:
    header lines joined by a space, a spanning header before the ones below it; "" for an unnamed column. `about`:
    positions of the title and header words, by page."""

    id: str  # "<source_file>#t<number>", numbered from 1 in document order
    source_file: str
    title: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    about: tuple[tuple[int, Place], ...] = ()
