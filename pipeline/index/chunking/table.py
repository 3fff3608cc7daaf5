"""Chunks of table rows with their column names, and of the prose between tables as in `document`.

A row group is as many whole rows of one table on one page as fit the size, at least one. Its text is written by
pipeline/tables/row_text.py; `original` keeps the part of the document with its rows. No word of that part is lost: text
outside the rows is written after them or treated as prose (_remaining_text.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from ragatta.pipeline.documents.corpus import document_text, page_starts
from ragatta.pipeline.index.chunker import Chunker, Piece, Sizes, Span
from ragatta.pipeline.index.chunking._remaining_text import RowGroup, divided
from ragatta.pipeline.tables import row_text
from ragatta.pipeline.tables.locating import PageText
from ragatta.pipeline.tables.model import Row, Table
from ragatta.pipeline.types import Page


@dataclass(frozen=True)
class TableChunker(Chunker):
    """As the module says."""

    READS_TABLES: ClassVar[bool] = True

    def pieces(self, pages: Sequence[Page], tables: Sequence[Table], sizes: Sizes) -> list[Piece]:
        """Row groups and windows over the prose. A group of a single row may exceed the size."""
        layout = _Layout(pages)
        groups = [layout.placed(table, rows) for table in tables for rows in row_groups(table, sizes.fits)]
        groups.sort(key=lambda group: (group.start, group.end))
        groups, stretches = divided(groups, layout.text, layout.starts, layout.about(tables))
        prose = [
            Piece(start + first, start + last)
            for start, end in stretches
            for first, last in sizes.windows(layout.text[start:end])
        ]
        return sorted([*groups, *prose], key=lambda piece: (piece.start, piece.end))


def row_groups(table: Table, fits: Callable[[str], bool]) -> Iterator[list[Row]]:
    """Groups of a table's rows, page by page, as many rows as fit."""
    for _, rows in groupby(table.rows, key=lambda row: row.page):
        taken: list[Row] = []
        for row in rows:
            if taken and not fits(written(table, [*taken, row])):
                yield taken
                taken = []
            taken.append(row)
        yield taken


def written(table: Table, rows: Sequence[Row]) -> str:
    return row_text.write(table.title, table.columns, (row.cells for row in rows))


class _Layout:
    """Locates things in the text of one document."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self.text, self.starts = document_text(pages), page_starts(pages)
        self._texts = [page.text for page in pages]
        self._read: dict[int, PageText] = {}

    def placed(self, table: Table, rows: Sequence[Row]) -> RowGroup:
        """The span from the first to the last of the rows' words; the whole page if none can be located."""
        number = rows[0].page
        begin, page = self.starts[number - 1], self._page(number)
        words = [(begin + start, begin + end) for start, end in page.spans(p for row in rows for p in row.places)]
        start, end = (words[0][0], max(last for _, last in words)) if words else (begin, begin + page.length)
        return RowGroup(start, end, written(table, rows), table.id, number, tuple(words))

    def about(self, tables: Sequence[Table]) -> list[Span]:
        """The spans of titles, headers and running lines, as far as they can be located."""
        return [
            (self.starts[number - 1] + start, self.starts[number - 1] + end)
            for table in tables
            for number, place in table.about
            for start, end in self._page(number).spans([place])
        ]

    def _page(self, number: int) -> PageText:
        if number not in self._read:
            self._read[number] = PageText(self._texts[number - 1])
        return self._read[number]
