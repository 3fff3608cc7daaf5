"""Chunks within pages: no chunk spans two pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ragatta.pipeline.documents.corpus import page_starts
from ragatta.pipeline.index.chunker import Chunker, Piece, Sizes
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.types import Page


@dataclass(frozen=True)
class PageChunker(Chunker):
    """As the module says."""

    HELPS: ClassVar[tuple[str, ...]] = ("retrieval",)

    def pieces(self, pages: Sequence[Page], tables: Sequence[Table], sizes: Sizes) -> Iterator[Piece]:  # noqa: ARG002
        """As Chunker says."""
        for page, offset in zip(pages, page_starts(pages), strict=True):
            for start, end in sizes.windows(page.text):
                yield Piece(offset + start, offset + end)
