"""The documents of a corpus with their tables, and what questions call a document, a row and a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ragatta.eval.matching.numbers import only_number
from ragatta.extensions.studio.drafting import wording
from ragatta.extensions.studio.drafting.captions import caption_of
from ragatta.extensions.studio.drafting.cells import IS_KEY, TableCell, alike, cells
from ragatta.extensions.studio.drafting.columns import GENERIC
from ragatta.extensions.studio.drafting.facts import Listed
from ragatta.extensions.studio.drafting.periods import YEAR
from ragatta.extensions.studio.drafting.reading import Document
from ragatta.extensions.studio.drafting.rivals import has_rival, is_printed_again
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.text.words import terms

NO_NOUN = re.compile(r"\w+ed$")  # "Internally funded"
NAMES = 4  # terms of two headers that name a row of a bare number where the table has no name
TELLING = 3  # terms of a row's name that need no table's name beside it


class Corpus:
    """The documents with their tables and names."""

    def __init__(
        self, documents: Mapping[str, Document], tables: Mapping[str, Sequence[Table]], names: Mapping[str, str]
    ) -> None:
        self.documents, self._tables, self.names = documents, tables, names
        self.every = [*documents.values()]

    def cells(self, document: Document) -> list[TableCell]:
        return [*cells(document, self._tables.get(document.file, ()))]

    def alike(self, document: Document) -> Iterator[Listed]:
        return alike(document, self._tables.get(document.file, ()))

    def name(self, document: Document) -> str:
        """What questions call it."""
        return self.names[document.file] if len(self.every) > 1 else "the document"

    def row(self, cell: TableCell) -> str:
        """What questions call its row."""
        if not cell.key:
            spoken = f"“{cell.row}”" if NO_NOUN.search(cell.row) else self.spoken(cell.row, cell.document)
            row = f"{self.spoken(cell.kind, cell.document, header=True)} “{cell.row}”" if cell.kind else spoken
            return f"{row} (under “{cell.group}”)" if cell.group else row
        if cell.row.casefold().startswith(f"{cell.key.casefold()} "):
            return cell.row
        row = cell.row if IS_KEY.fullmatch(cell.row) else f"“{cell.row}”"
        return f"{self.spoken(cell.key, cell.document, header=True)} {row}"

    def where(self, cell: TableCell, language: str = ENGLISH) -> str:
        """What questions say of the place of a cell: its document, and its table where the row says little, if that is
        called otherwise."""
        if cell.called:
            return wording.table(cell.called, self.name(cell.document), language)
        document = self.name(cell.document)
        dated = bool(YEAR.search(cell.caption)) and not cell.year
        telling = not cell.key and not dated and len({*terms(cell.row)} - GENERIC) >= TELLING
        says_more = {*terms(cell.caption)} - {*terms(document)}
        return wording.table("" if telling or not says_more else cell.caption, document, language)

    def is_alone(self, cell: TableCell) -> bool:
        """Whether nothing else in its document answers to the words of its row: no other page with its figure, and no
        other line with a figure, or where the row is a key, no other page with the key's name, or no other table of
        that caption."""
        document = cell.document
        if (
            cell.key
            and only_number(cell.row)
            and not cell.caption
            and len({*terms(f"{cell.key} {cell.column}")}) < NAMES
        ):
            return False
        names = cell.row, cell.key, cell.group, cell.caption, *cell.table.title[-1:]
        if is_printed_again(cell.value, names, document, cell.page):
            return False
        if not cell.key or (cell.worded and not cell.row.isdigit()):
            alone = not has_rival(cell.row, document, cell.page, cell.quote, [document], worded=cell.worded)
            if not cell.key or not alone:
                return alone
        if document.pages_with(cell.key) == 1:
            return [table.columns[0] for table in self._tables[document.file]].count(cell.table.columns[0]) == 1
        alike = [table for table in self._tables[document.file] if caption_of(table, document) == cell.caption]
        return bool(cell.caption) and len(alike) == 1 and document.pages_headed(cell.caption) < 2

    def spoken(self, name: str, document: Document, header: bool = False) -> str:
        return wording.as_spoken(name, document.running, header)
