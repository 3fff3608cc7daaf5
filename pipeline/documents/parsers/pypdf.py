"""pypdf, the reference parser: text in the order of the content stream, pure Python and slow."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.documents.parsers._text import Encrypted, OpenedDocument, Unreadable, clean, explained


@dataclass(frozen=True)
class Pypdf(Parser):
    """As the module says."""

    LIBRARY: ClassVar[str] = "pypdf"

    def open(self, path: Path, password: str = "") -> OpenedDocument:
        """Raises Encrypted, or Unreadable with the reason."""
        import pypdf

        logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it warns per object; what matters comes as an error
        try:
            pdf = pypdf.PdfReader(path)
            if pdf.is_encrypted and not pdf.decrypt(password):
                raise Encrypted(password)
            return _Pypdf(pdf)
        except (Unreadable, MemoryError):
            raise
        except Exception as error:  # a damaged file makes pypdf fail in any way there is: KeyError, RecursionError, ...
            raise Unreadable(explained(error)) from error


class _Pypdf:
    def __init__(self, pdf: Any) -> None:
        self._pdf = pdf
        self.pages = len(pdf.pages)

    def text(self, index: int) -> str:
        """As Opened says."""
        try:
            return clean(self._pdf.pages[index].extract_text())
        except MemoryError:
            raise
        except Exception as error:  # as above
            raise Unreadable(explained(error)) from error
