"""Chunks over the whole document: they span pages, so a table that crosses a page break is not cut there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.index.chunker import Chunker, Piece, Sizes
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.types import Page


@dataclass(frozen=True)
class DocumentChunker(Chunker):
    """Chunks span pages."""

    def pieces(self, pages: Sequence[Page], tables: Sequence[Table], sizes: Sizes) -> Iterator[Piece]:  # noqa: ARG002
        """As Chunker says."""
        for start, end in sizes.windows(document_text(pages)):
            yield Piece(start, end)
