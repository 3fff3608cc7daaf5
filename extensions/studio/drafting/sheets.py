"""The tables of spreadsheets (.xlsx, .csv, .tsv) from their text, in which tabs separate cells and each section begins
with the header of its table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from ragatta.pipeline.tables.model import Row, Table, counted
from ragatta.pipeline.types import Page

SUFFIXES = (".xlsx", ".csv", ".tsv")


def is_sheet(file: str) -> bool:
    return PurePosixPath(file).suffix.lower() in SUFFIXES


def sheet_tables(file: str, pages: Sequence[Page]) -> list[Table]:
    """The tables of a spreadsheet, in order. A table goes on where the next section of its sheet has its header."""
    parts: dict[tuple[str, tuple[str, ...]], list[Row]] = {}
    for page in pages:
        lines = page.text.split("\n")
        sheet = lines[0].rpartition("!")[0] if "\t" not in lines[0] else ""  # "Fees!A1:C20"
        header, at = tuple[str, ...](), 0
        for line in lines:
            cells, own = tuple(line.split("\t")), counted(line)
            if header and own:
                filled = (*cells, *[""] * (len(header) - len(cells)))
                parts[sheet, header].append(Row(filled, page.number, ((at, own),)))
            elif len(cells) > 1:
                header = cells
                parts.setdefault((sheet, header), [])
            at += len(own)
    named = enumerate(parts.items(), 1)
    return [
        Table(f"{file}#t{n}", file, (sheet,) if sheet else (), header, tuple(rows))
        for n, ((sheet, header), rows) in named
        if all(len(row.cells) == len(header) for row in rows)
    ]
