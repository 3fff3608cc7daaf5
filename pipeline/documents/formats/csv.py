"""Tables as CSV or TSV: each section is a group of rows below the header, which is repeated so that every figure
stands with the name of its column. Cells are separated by tabs.

The first row is the header. A group has at most 1,000 characters, the default length of a chunk, and at least one row.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import islice
from pathlib import Path

from ragatta.pipeline.documents.formats import _decoding
from ragatta.pipeline.documents.formats._sections import Sections
from ragatta.pipeline.documents.parsers._text import Opened, Unreadable, explained

SUFFIXES = (".csv", ".tsv")
VERSION = _decoding.VERSION
GROUP = 1000  # characters
DELIMITERS = ",;\t|"
SAMPLE = 20  # rows that tell the delimiter
LONGEST_CELL = 1_000_000  # characters


def open_document(path: Path) -> Opened:
    """As the protocol says."""
    text = _decoding.read_text(path).strip("\n")
    csv.field_size_limit(LONGEST_CELL)
    try:
        delimiter = _delimiter(text) if text else ","
        rows = [line for row in csv.reader(StringIO(text), delimiter=delimiter) if (line := _line(row)).strip()]
    except csv.Error as error:
        raise Unreadable(explained(error)) from error
    return Sections([*groups(rows[0], rows[1:])] if len(rows) > 1 else rows or [""])


def groups(header: str, rows: Iterable[str], most: int = GROUP) -> Iterator[str]:
    """The rows in groups of at most `most` characters, each below the header."""
    taken: list[str] = [header]
    length = len(header)
    for row in rows:
        if len(taken) > 1 and length + 1 + len(row) > most:
            yield "\n".join(taken)
            taken, length = [header], len(header)
        taken.append(row)
        length += 1 + len(row)
    yield "\n".join(taken)


def _line(cells: Sequence[str]) -> str:
    return "\t".join(" ".join(cell.split()) for cell in cells)


def _delimiter(text: str) -> str:
    """The one by which most of the first rows have as many cells as the header, of equals that with more cells."""

    def fits(delimiter: str) -> tuple[int, int]:
        header, *rows = map(len, islice(csv.reader(StringIO(text), delimiter=delimiter), SAMPLE))
        return (sum(cells == header for cells in rows), header) if header > 1 else (0, 0)

    return max(DELIMITERS, key=fits)
