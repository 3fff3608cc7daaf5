"""Chunks of the sections of a Markdown text: each begins at its heading, and a long one is cut by length.

A heading is a line of one to six # (CommonMark 0.31, section 4.2), but not within a block of code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.index.chunker import Piece, Sizes
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.types import Page

READS_TABLES = False
_LINE = re.compile(r"^ {0,3}(?:(?P<heading>#{1,6})(?:[ \t]|$)|(?P<fence>`{3,}|~{3,}))", re.MULTILINE)


def pieces(pages: Sequence[Page], tables: Sequence[Table], sizes: Sizes) -> Iterator[Piece]:  # noqa: ARG001
    """As the protocol says."""
    text = document_text(pages)
    for begin, end in pairwise([0, *_headings(text), len(text)]):
        for start, stop in sizes.windows(text[begin:end]):
            yield Piece(begin + start, begin + stop)


def _headings(text: str) -> Iterator[int]:
    """Where the sections begin, but one at the text's own beginning."""
    fence = ""
    for found in _LINE.finditer(text):
        if mark := found["fence"]:
            if not fence:
                fence = mark
            elif mark.startswith(fence):
                fence = ""
        elif not fence and found.start():
            yield found.start()
