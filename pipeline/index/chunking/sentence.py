"""Chunks of whole sentences, which overlap by whole sentences; with retrieval.expand_context a sentence window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.index.chunker import Piece, Sizes
from ragatta.pipeline.index.chunking._chonkie import SENTENCE_ENDS, pieces_of
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.types import Page

READS_TABLES = False
PACKAGES = ("chonkie",)
NEEDS = "the extra ragatta[chunkers]: pip install chonkie"


def pieces(pages: Sequence[Page], tables: Sequence[Table], sizes: Sizes) -> Iterator[Piece]:  # noqa: ARG001
    """As the protocol says."""
    from chonkie import SentenceChunker

    count: Any = sizes.count  # a function will do for a tokenizer
    chunker = SentenceChunker(count, sizes.size, sizes.overlap, delim=SENTENCE_ENDS)
    yield from pieces_of(chunker, document_text(pages), sizes)
