"""Chunks of whole sentences, which overlap by whole sentences; with window.size a sentence window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.index.chunker import Chunker, Piece, Sizes
from ragatta.pipeline.index.chunking._chonkie import SENTENCE_ENDS, pieces_of
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.types import Page

PACKAGES = ("chonkie",)
NEEDS = "the extra ragatta[chunkers]: pip install chonkie"


@dataclass(frozen=True)
class SentenceChunker(Chunker):
    """As the module says."""

    def pieces(self, pages: Sequence[Page], tables: Sequence[Table], sizes: Sizes) -> Iterator[Piece]:  # noqa: ARG002
        """As Chunker says."""
        from chonkie import SentenceChunker as Cutter

        count: Any = sizes.count  # a function will do for a tokenizer
        chunker = Cutter(count, sizes.size, sizes.overlap, delim=SENTENCE_ENDS)
        yield from pieces_of(chunker, document_text(pages), sizes)
