"""Reranking: the best hits of the search, ordered anew by something better and slower. One technique a file: maxsim.py,
cross_encoder.py."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pipeline.index.embedding.vector_cache import VectorCache
from pipeline.retrieval.token_vectors import TokenEncoder
from pipeline.settings.retrieval import Retrieval
from pipeline.types import Chunk, Progress


class Reranker(Protocol):
    """Safe to share between threads. `identity` is what decides a score beside the code and the embedding model."""

    identity: dict[str, Any]

    def prepare(self, chunks: Sequence[Chunk], progress: Progress) -> int:
        """Does for the chunks what can be done before the query is known; returns for how many it had to be done."""
        ...

    def scores(self, query: str, chunks: Sequence[Chunk]) -> NDArray[np.float64]:
        """How near each chunk is to the query, shape (chunks,): the higher, the nearer."""
        ...


def open_reranker(settings: Retrieval, encoder: TokenEncoder, cache: VectorCache) -> Reranker | None:
    """The reranker that `settings` name, None for "none"; `cache` keeps token vectors. Raises FileNotFoundError and
    ValueError naming the setting whose model cannot be used."""
    if settings.reranker == "maxsim":
        from pipeline.retrieval.maxsim import MaxSim

        try:
            return MaxSim(encoder, cache)
        except ValueError as error:
            raise ValueError(f"retrieval.reranker=maxsim: {error}; choose another embedder or reranker") from error
    if settings.reranker == "cross_encoder":
        from pipeline.retrieval.cross_encoder import CrossEncoder

        return CrossEncoder(Path(settings.rerank_model or ""), settings.rerank_max_tokens)
    return None
