"""Chunks of whole paragraphs; where one is too long of its lines, then sentences, clauses and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.index.chunker import Chunker, Piece, Sizes
from ragatta.pipeline.index.chunking._chonkie import pieces_of, recursive
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.types import Page

PACKAGES = ("chonkie",)
NEEDS = "the extra ragatta[chunkers]: pip install chonkie"


@dataclass(frozen=True)
class RecursiveChunker(Chunker):
    """As the module says."""

    OVERLAPS: ClassVar[bool] = False
    chunk_overlap: int = 0

    def pieces(self, pages: Sequence[Page], tables: Sequence[Table], sizes: Sizes) -> Iterator[Piece]:  # noqa: ARG002
        """As Chunker says."""
        yield from pieces_of(recursive(sizes), document_text(pages), sizes)
