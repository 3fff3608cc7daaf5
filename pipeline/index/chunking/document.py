"""Chunks over the whole document: they span pages, so a table that crosses a page break is not cut there
(seed 001, decision 5a)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.index.chunker import Piece, Sizes
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.types import Page

READS_TABLES = False


def pieces(pages: Sequence[Page], tables: Sequence[Table], sizes: Sizes) -> Iterator[Piece]:  # noqa: ARG001
    """As the protocol says."""
    for start, end in sizes.windows(document_text(pages)):
        yield Piece(start, end)
