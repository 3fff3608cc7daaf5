"""One parser per file; each follows the protocol `PdfParser`."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from ragatta.pipeline.documents.parsers._text import Opened
from ragatta.pipeline.plugins import Kind


class PdfParser(Protocol):
    """Reads the text of a PDF's pages."""

    @property
    def VERSION(self) -> str:
        """The version of its library."""

    def open_pdf(self, path: Path, password: str = "") -> Opened:
        """Raises Encrypted, or Unreadable with the reason."""


PARSERS = Kind("pipeline/documents/parsers", PdfParser)
