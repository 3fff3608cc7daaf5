"""Plain text. Sections begin at form feeds, as printed pages do; a longer one goes on in blocks of at most 3,000
characters, which end at a paragraph where they can."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path

from ragatta.pipeline.documents.formats import _decoding
from ragatta.pipeline.documents.formats._sections import sections
from ragatta.pipeline.documents.parsers._hyphens import marked
from ragatta.pipeline.documents.parsers._text import Opened, clean

SUFFIXES = (".txt",)
VERSION = _decoding.VERSION


def open_document(path: Path) -> Opened:
    """As the protocol says."""
    pages = [f"{marked(clean(page))}\n" for page in _decoding.decoded(path).split("\f")]
    return sections("".join(pages), accumulate(map(len, pages[:-1])))
