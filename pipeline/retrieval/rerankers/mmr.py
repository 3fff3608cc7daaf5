"""Maximal marginal relevance: each next chunk is near to the query and unlike those before it (Carbonell and Goldstein
1998): share · cosine to the query - (1 - share) · greatest cosine to a chunk that is chosen already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.retrieval.reranker import Connect, OpenedReranker, Reranker
from ragatta.pipeline.retrieval.semantic import DIGITS
from ragatta.pipeline.types import Chunk, Progress


@dataclass(frozen=True)
class Mmr(Reranker):
    """`relevance` is the share of the cosine to the query, 0 to 1; the rest is that of being unlike."""

    relevance: float = 0.7

    def open(self, encoder: Encoder, cache: VectorCache, connect: Connect) -> OpenedReranker:  # noqa: ARG002
        """Needs no model of its own."""
        return _Ordering(encoder, self.relevance)

    def problems(self) -> list[str]:
        return [*super().problems(), *self.shares("relevance")]


class _Ordering:
    """Reranks by the vectors of the collection; `share` is that of relevance, 1 is the order of the cosines."""

    def __init__(self, encoder: Encoder, share: float) -> None:
        self._encoder, self._share = encoder, share
        self.identity: dict[str, Any] = {}  # the encoder is in the collection's key already

    def prepare(self, _chunks: Sequence[Chunk], _progress: Progress) -> int:
        """Does nothing: the collection has the vectors."""
        return 0

    def scores(self, query: str, chunks: Sequence[Chunk], vectors: NDArray[np.float32]) -> NDArray[np.float64]:
        """How early each chunk is chosen, shape (chunks,): the first has the number of chunks, the last 1."""
        order = chosen(np.round(vectors @ self._encoder.embed_query(query), DIGITS), vectors, self._share)
        found = np.zeros(len(chunks))
        found[order] = np.arange(len(chunks), 0, -1)
        return found


def chosen(cosines: NDArray[Any], vectors: NDArray[Any], share: float) -> list[int]:
    """All positions in the order in which they are chosen; of equal ones the first."""
    left, order = list(range(len(cosines))), list[int]()
    nearest = np.full(len(cosines), -1.0)  # cosine to the chosen chunk that is most alike
    while left:
        gain = share * cosines[left] - (1 - share) * (nearest[left] if order else 0.0)
        order.append(left.pop(int(np.argmax(np.round(gain, DIGITS)))))
        nearest = np.maximum(nearest, vectors @ vectors[order[-1]])
    return order
