"""Tables as CSV or TSV: each section is a group of rows below the header, which is repeated so that every figure
stands with the name of its column. Cells are separated by tabs.

The header is the first row that fills more than half of the columns; what stands before it, such as a title, is a
section of its own. A group has at most 1,000 characters, the default length of a chunk, and at least one row. A row of
more than a section goes on in further ones, each below the header.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import ClassVar

from ragatta.extensions.office.formats import _decoding
from ragatta.extensions.office.formats._sections import SECTION, Sections, blocks
from ragatta.pipeline.documents.format import Format
from ragatta.pipeline.documents.parsers._text import OpenedDocument, Unreadable, explained

GROUP = 1000  # characters
DELIMITERS = ",;\t|"
SAMPLE = 20  # rows that tell the delimiter
LONGEST_CELL = 1_000_000  # characters
_STATED = re.compile(r"sep=([,;\t|])\n+")  # how Excel is told the delimiter


@dataclass(frozen=True)
class Csv(Format):
    """As the module says."""

    SUFFIXES: ClassVar[tuple[str, ...]] = (".csv", ".tsv")
    LIBRARY: ClassVar[str] = _decoding.LIBRARY

    def open(self, path: Path) -> OpenedDocument:
        text = _decoding.read_text(path).strip("\n")
        stated = _STATED.match(text)
        text = text[stated.end() :] if stated else text
        csv.field_size_limit(LONGEST_CELL)
        try:
            delimiter = stated[1] if stated else _delimiter(text)
            rows = [cells for cells in csv.reader(StringIO(text), delimiter=delimiter) if any(map(str.strip, cells))]
        except csv.Error as error:
            fix = f"a cell of more than {LONGEST_CELL:,} characters; is a quotation mark not closed?"
            raise Unreadable(fix if "field limit" in str(error) else explained(error)) from error
        return Sections([text for _, _, text in grouped(rows)] or [""])


def grouped(rows: Sequence[Sequence[str]]) -> Iterator[tuple[int, int, str]]:
    """The sections of a table, each with the number of its first and its last row, counted from 0."""
    columns, _ = _commonest(rows[:SAMPLE])
    at = next((at for at, row in enumerate(rows[:SAMPLE]) if not _is_title(row, columns)), 0)
    lines = [_line(row) for row in rows]
    if at:
        yield 0, at - 1, "\n".join(line.rstrip("\t") for line in lines[:at])
    if lines:
        longest = max(SECTION - len(lines[at]), GROUP)
        rest = ((number, part) for number, line in enumerate(lines) if number > at for part in blocks(line, longest))
        yield from groups(at, lines[at], rest)


def groups(at: int, header: str, rows: Iterable[tuple[int, str]], most: int = GROUP) -> Iterator[tuple[int, int, str]]:
    """The rows, each with its number, in groups of at most `most` characters, each below the header, which is row
    `at`."""
    taken, length, first, last = [header], len(header), at, at
    for number, row in rows:
        if len(taken) > 1 and length + 1 + len(row) > most:
            yield first, last, "\n".join(taken)
            taken, length, first = [header], len(header), number
        taken.append(row)
        length, last = length + 1 + len(row), number
    yield first, last, "\n".join(taken)


def _line(cells: Sequence[str]) -> str:
    return "\t".join(" ".join(cell.split()) for cell in cells)


def _is_title(cells: Sequence[str], columns: int) -> bool:
    return columns > 1 and bool(cells[0].strip()) and 2 * sum(map(bool, map(str.strip, cells))) <= columns


def _delimiter(text: str) -> str:
    """The one by which most of the first rows have the same number of cells, of equals that with more cells."""

    def fits(delimiter: str) -> tuple[int, int]:
        cells, rows = _commonest([*islice(csv.reader(StringIO(text), delimiter=delimiter), SAMPLE)])
        return (rows, cells) if cells > 1 else (0, 0)

    return max(DELIMITERS, key=fits)


def _commonest(rows: Iterable[Sequence[str]]) -> tuple[int, int]:
    """The number of cells that most rows have, of equals the larger one, and how many rows that are."""
    counts = Counter(len(row) for row in rows if row)
    return max(counts.items(), key=lambda found: (found[1], found[0]), default=(0, 0))
