"""One OCR engine per file; each follows the protocol `OcrEngine`."""

from __future__ import annotations

from typing import Any, Protocol

from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.settings.indexing import ChecksLanguage


class Unrecognised(Exception):
    """An image that cannot be read. The message is the reason shown to the user."""


class OcrEngine(ChecksLanguage, Protocol):
    """Reads the images of pages."""

    def identity(self, language: str) -> dict[str, Any]:
        """Everything that determines its output: program and models. Raises ValueError if it cannot be used."""

    def read(self, image: bytes, language: str, seconds: float) -> str:
        """The text of an image (PGM), in at most `seconds` of processor time. Raises Unrecognised."""


OCR_ENGINES = Kind("pipeline/documents/ocr", OcrEngine)
