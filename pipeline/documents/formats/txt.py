"""Plain text. Sections are blocks of at most 3,000 characters, which end at a paragraph where they can."""

from __future__ import annotations

from pathlib import Path

from ragatta.pipeline.documents.formats import _decoding
from ragatta.pipeline.documents.formats._sections import sections
from ragatta.pipeline.documents.parsers._text import Opened

SUFFIXES = (".txt",)
VERSION = _decoding.VERSION


def open_document(path: Path) -> Opened:
    """As the protocol says."""
    return sections(_decoding.read_text(path))
