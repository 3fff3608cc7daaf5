"""pdfplumber: text from the positions of characters, by pdfminer.six; pure Python, and slower than pypdf."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.documents.parsers._text import Encrypted, OpenedDocument, Unreadable, clean, explained

PACKAGES = ("pdfplumber",)
NEEDS = "the extra ragatta[documents]: pip install pdfplumber"


@dataclass(frozen=True)
class Pdfplumber(Parser):
    """As the module says."""

    LIBRARY: ClassVar[str] = "pdfplumber"

    def open(self, path: Path, password: str = "") -> OpenedDocument:
        """Raises Encrypted, or Unreadable with the reason."""
        import pdfplumber

        logging.getLogger("pdfminer").setLevel(logging.CRITICAL)  # it warns per object; what matters comes as an error
        with _one_error(password):
            return _Pdfplumber(pdfplumber.open(path, password=password))


class _Pdfplumber:
    def __init__(self, pdf: Any) -> None:
        self._pages = pdf.pages
        self.pages = len(self._pages)

    def text(self, index: int) -> str:
        """As Opened says."""
        page = self._pages[index]
        with _one_error(""):
            text = page.extract_text()
            page.close()  # it keeps every character of the page
            return clean(text)


@contextmanager
def _one_error(password: str) -> Iterator[None]:
    """What pdfminer raises over a damaged file, in any way there is, becomes Unreadable; pdfplumber wraps it."""
    from pdfminer.pdfdocument import PDFPasswordIncorrect

    try:
        yield
    except Exception as error:
        inner = next((each for each in error.args if isinstance(each, Exception)), error)
        if isinstance(inner, MemoryError):
            raise inner from error
        if isinstance(inner, PDFPasswordIncorrect):
            raise Encrypted(password) from error
        raise Unreadable(explained(inner)) from error
