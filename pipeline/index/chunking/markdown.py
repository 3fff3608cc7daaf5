"""Chunks of the sections of a Markdown text: each begins at its heading, and a long one is cut by length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.index.chunker import Piece, Sizes
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.text.markdown import headings
from ragatta.pipeline.types import Page

READS_TABLES = False


def pieces(pages: Sequence[Page], tables: Sequence[Table], sizes: Sizes) -> Iterator[Piece]:  # noqa: ARG001
    """As the protocol says."""
    text = document_text(pages)
    for begin, end in pairwise([0, *headings(text), len(text)]):
        for start, stop in sizes.windows(text[begin:end]):
            yield Piece(begin + start, begin + stop)
