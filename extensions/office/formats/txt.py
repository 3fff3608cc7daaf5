"""Plain text. Sections begin at form feeds, as printed pages do; a longer one goes on in blocks of at most 3,000
characters, which end at a paragraph where they can."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import ClassVar

from ragatta.extensions.office.formats import _decoding
from ragatta.extensions.office.formats._sections import sections
from ragatta.pipeline.documents.format import Format
from ragatta.pipeline.documents.parsers._hyphens import marked
from ragatta.pipeline.documents.parsers._text import OpenedDocument, clean


@dataclass(frozen=True)
class Txt(Format):
    """As the module says."""

    SUFFIXES: ClassVar[tuple[str, ...]] = (".txt",)
    LIBRARY: ClassVar[str] = _decoding.LIBRARY

    def open(self, path: Path) -> OpenedDocument:
        pages = [f"{marked(clean(page))}\n" for page in _decoding.decoded(path).split("\f")]
        return sections("".join(pages), accumulate(map(len, pages[:-1])))
