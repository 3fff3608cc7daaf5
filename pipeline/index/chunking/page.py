"""Chunks within pages: no chunk spans two pages (seed 001, decision 5c)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ragatta.pipeline.documents.corpus import page_starts
from ragatta.pipeline.index.chunker import Piece, Sizes
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.types import Page

READS_TABLES = False


def pieces(pages: Sequence[Page], tables: Sequence[Table], sizes: Sizes) -> Iterator[Piece]:  # noqa: ARG001
    """As the protocol says."""
    for page, offset in zip(pages, page_starts(pages), strict=True):
        for start, end in sizes.windows(page.text):
            yield Piece(offset + start, offset + end)
