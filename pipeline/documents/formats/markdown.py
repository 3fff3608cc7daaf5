"""Markdown, as it is written, with its signs. Sections begin at headings."""

from __future__ import annotations

from pathlib import Path

from ragatta.pipeline.documents.formats import _decoding
from ragatta.pipeline.documents.formats._sections import sections
from ragatta.pipeline.documents.parsers._text import Opened
from ragatta.pipeline.text.markdown import headings

SUFFIXES = (".md", ".markdown")
VERSION = _decoding.VERSION


def open_document(path: Path) -> Opened:
    """As the protocol says."""
    text = _decoding.read_text(path)
    return sections(text, headings(text))
