"""Chunks that end where the meaning turns: where a sentence is least like those before it, as the embedder sees them.

Similarities are smoothed by a Savitzky-Golay filter, and their minima are the borders (chonkie's SemanticChunker).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.index.chunker import Chunker, Embed, Piece, Sizes
from ragatta.pipeline.index.chunking._chonkie import SENTENCE_ENDS, pieces_of
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.types import Page

DEEPEST = 0.5  # the share of the minima, the deepest of them, that are borders
LEAST = 3  # sentences between two borders
PACKAGES = ("chonkie",)
NEEDS = "the extra ragatta[chunkers]: pip install chonkie"


@dataclass(frozen=True)
class SemanticChunker(Chunker):
    """As the module says."""

    OVERLAPS: ClassVar[bool] = False
    chunk_overlap: int = 0

    def pieces(self, pages: Sequence[Page], tables: Sequence[Table], sizes: Sizes) -> Iterator[Piece]:  # noqa: ARG002
        """As Chunker says. Raises ValueError where no embedder is handed in."""
        yield from pieces_of(_chunker(sizes), document_text(pages), sizes)


def _chunker(sizes: Sizes) -> Any:
    from chonkie import SemanticChunker as Cutter
    from chonkie.embeddings import BaseEmbeddings

    if sizes.embed is None:
        raise ValueError("chunking=semantic: no embedder to compare sentences with; hand one in")
    vectors: Embed = sizes.embed

    class Ours(BaseEmbeddings):
        """The embedder of the settings, as chonkie calls one."""

        @property
        def dimension(self) -> int:
            return int(vectors([""]).shape[1])

        def embed(self, text: str) -> Any:
            return vectors([text])[0]

        def embed_batch(self, texts: list[str]) -> list[Any]:
            return list(vectors(texts))

        def get_tokenizer(self) -> Any:
            return sizes.count

    return Cutter(Ours(), chunk_size=sizes.size, delim=SENTENCE_ENDS, threshold=DEEPEST, min_sentences_per_chunk=LEAST)
