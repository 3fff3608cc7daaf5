"""pdfium through pypdfium2: text in reading order from its own layout analysis, about 15 times as fast as pypdf."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.documents.parsers._apart import joined_letters
from ragatta.pipeline.documents.parsers._columns import UNORDERED, in_reading_order
from ragatta.pipeline.documents.parsers._filled import FIELDS, filled_values
from ragatta.pipeline.documents.parsers._glyphs import Glyphs
from ragatta.pipeline.documents.parsers._hyphens import marked
from ragatta.pipeline.documents.parsers._leftward import turned_words
from ragatta.pipeline.documents.parsers._objects import objects_of
from ragatta.pipeline.documents.parsers._pictures import PICTURES, pictures_without_text
from ragatta.pipeline.documents.parsers._raised import raised_marks
from ragatta.pipeline.documents.parsers._shapeless import (
    UNNAMED,
    Spaces,
    text_of,
    unnamed,
    without_fonts_of_the_machine,
)
from ragatta.pipeline.documents.parsers._text import Encrypted, OpenedDocument, Unreadable, clean, explained
from ragatta.pipeline.documents.parsers._unseen import UNKNOWN, hidden_layers, remove_unseen


@dataclass(frozen=True)
class Pdfium(Parser):
    """As the module says."""

    LIBRARY: ClassVar[str] = "pypdfium2"

    def open(self, path: Path, password: str = "") -> OpenedDocument:
        """Raises Encrypted, or Unreadable with the reason."""
        import pypdfium2
        import pypdfium2.raw

        without_fonts_of_the_machine()
        # Of a document without pages pdfium says the last error it had with any: after a locked one, that it is locked
        # too.
        pypdfium2.raw.FPDF_LoadMemDocument64(b"", 0, None)  # a format error
        try:
            return _Pdfium(pypdfium2.PdfDocument(path, password=password or None), *_layers(path, password))
        except pypdfium2.PdfiumError as error:
            if "password" in str(error).lower():
                raise Encrypted(password) from error
            raise Unreadable(str(error)) from error


def _layers(path: Path, password: str) -> tuple[frozenset[str], int]:
    try:
        return hidden_layers(path, password), 0
    except Unreadable:  # by pypdf, which asks more of a file
        return frozenset(), 1


class _Pdfium:
    def __init__(self, pdf: Any, hidden: frozenset[str], unknown: int) -> None:
        """`hidden`: the names of its layers that are off; `unknown`: 1 if that cannot be told."""
        self._pdf, self._hidden, self._unknown = pdf, hidden, unknown
        self.pages = len(pdf)
        self.attachments = tuple(pdf.get_attachment(at).get_name() for at in range(pdf.count_attachments()))
        self.found: Counter[str] = Counter()
        pdf.init_forms()
        self._forms = pdf.formenv

    def text(self, index: int) -> str:
        """As Opened says; `found` then counts what stands beside the page's plain text, and what was left out."""
        import pypdfium2

        self.found = Counter({UNKNOWN: self._unknown} if index == 0 and self._unknown else {})
        try:
            page = self._pdf[index]
            self.found += remove_unseen(page, self._hidden)
            objects = objects_of(page)
            textpage = text_of(page, objects)
            text = textpage.get_text_range()
            glyphs = Glyphs(textpage, len(text))
            filled = list(filled_values(text, page, glyphs, self._forms))
            edits = [*joined_letters(text, glyphs, Spaces(objects).between), *turned_words(text, glyphs)]
            edits += [*raised_marks(text, glyphs), *filled]
            text, too_long = in_reading_order(text, glyphs, edits)
            pictures = pictures_without_text(page, textpage, objects, self._hidden)
            self.found += Counter(
                {FIELDS: len(filled), PICTURES: pictures, UNORDERED: int(too_long), UNNAMED: unnamed(textpage)}
            )
        except (pypdfium2.PdfiumError, ValueError) as error:
            raise Unreadable(explained(error)) from error
        textpage.close()
        page.close()
        return marked(clean(text))
