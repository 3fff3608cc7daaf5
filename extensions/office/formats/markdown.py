"""Markdown, as it is written, with its signs. Sections begin at headings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from ragatta.extensions.office.formats import _decoding
from ragatta.extensions.office.formats._sections import sections
from ragatta.pipeline.documents.format import Format
from ragatta.pipeline.documents.parsers._text import OpenedDocument
from ragatta.pipeline.text.markdown import headings


@dataclass(frozen=True)
class Markdown(Format):
    """As the module says."""

    SUFFIXES: ClassVar[tuple[str, ...]] = (".md", ".markdown")
    LIBRARY: ClassVar[str] = _decoding.LIBRARY

    def open(self, path: Path) -> OpenedDocument:
        text = _decoding.read_text(path)
        return sections(text, headings(text))
