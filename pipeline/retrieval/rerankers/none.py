"""The order of the search stays."""

from __future__ import annotations

from dataclasses import dataclass

from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.retrieval.reranker import Connect, Reranker


@dataclass(frozen=True)
class Unranked(Reranker):
    """As Reranker says."""

    def open(self, encoder: Encoder, cache: VectorCache, connect: Connect) -> None:
        """Nothing."""
