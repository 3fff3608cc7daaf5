"""Chunks of the sections of a Markdown text: each begins at its heading, and a long one is cut by length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.index.chunker import Chunker, Piece, Sizes
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.text.markdown import headings
from ragatta.pipeline.types import Page


@dataclass(frozen=True)
class MarkdownChunker(Chunker):
    """As the module says."""

    def pieces(self, pages: Sequence[Page], tables: Sequence[Table], sizes: Sizes) -> Iterator[Piece]:  # noqa: ARG002
        """As Chunker says."""
        text = document_text(pages)
        for begin, end in pairwise([0, *headings(text), len(text)]):
            for start, stop in sizes.windows(text[begin:end]):
                yield Piece(begin + start, begin + stop)
