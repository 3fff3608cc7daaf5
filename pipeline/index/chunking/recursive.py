"""Chunks of whole paragraphs; where one is too long of its lines, then sentences, clauses and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.index.chunker import Piece, Sizes
from ragatta.pipeline.index.chunking._chonkie import pieces_of, recursive
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.types import Page

READS_TABLES = False
OVERLAPS = False
PACKAGES = ("chonkie",)
NEEDS = "the extra ragatta[chunkers]: pip install chonkie"


def pieces(pages: Sequence[Page], tables: Sequence[Table], sizes: Sizes) -> Iterator[Piece]:  # noqa: ARG001
    """As the protocol says."""
    yield from pieces_of(recursive(sizes), document_text(pages), sizes)
