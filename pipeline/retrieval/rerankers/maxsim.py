"""Late interaction: each word of the query is matched with the nearest word of the chunk, and the score is their mean
similarity (Khattab and Zaharia 2020, "ColBERT", equation 3, with the mean instead of the sum, so that a score is a
cosine). The token vectors come from the embedding model, so no further model is needed. That model was not trained for
this; docs/parts.md has measurements.
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
from ragatta.pipeline.retrieval.rerankers._token_vectors import Compact, TokenVectors, Vectors
from ragatta.pipeline.retrieval.semantic import DIGITS
from ragatta.pipeline.types import Chunk, Progress

# Multiplications of one matrix product. From more than these OpenBLAS makes threads (GEMM_MULTITHREAD_THRESHOLD), which
# on a busy machine wait for each other a hundred times as long as such a product takes.
ON_ONE_THREAD = 64**3
WITHOUT_TOKENS = -1.0  # the score of a chunk that the tokenizer finds nothing in: the least cosine there is


@dataclass(frozen=True)
class MaxSim(Reranker):
    """As Reranker says."""

    def open(self, encoder: Encoder, cache: VectorCache, connect: Connect) -> OpenedReranker:  # noqa: ARG002
        """Raises ValueError for an encoder whose model gives no token vectors."""
        try:
            return LateInteraction(encoder, cache)
        except ValueError as error:
            raise ValueError(f"reranker=maxsim: {error}; choose another embedder or reranker") from error


class LateInteraction:
    """Reranks by late interaction. Raises ValueError for an encoder whose model gives no token vectors."""

    def __init__(self, encoder: Encoder, cache: VectorCache) -> None:
        encoder.query_token_vectors("")  # a model without them is found now, before any work
        self._encoder = encoder
        self._vectors = TokenVectors(encoder, cache)
        self.identity: dict[str, Any] = {}  # the encoder is in the collection's key already

    def prepare(self, chunks: Sequence[Chunk], progress: Progress) -> int:
        """Makes the chunks' token vectors now, so that no query has to wait for them; returns how many were made."""
        return self._vectors.prepare([chunk.searched for chunk in chunks], "token vectors", progress)

    def scores(self, query: str, chunks: Sequence[Chunk], _vectors: Any = None) -> NDArray[np.float64]:
        """Each chunk's score, shape (chunks,), in [-1, 1], which depends on query and text alone."""
        words = self._encoder.query_token_vectors(query)
        return np.array(
            [similarity(words, tokens) for tokens in self._vectors.of([chunk.searched for chunk in chunks])]
        )


def similarity(words: Vectors, tokens: Compact) -> float:
    """The mean over the query's token vectors (words, d), each of length 1, of their greatest cosine with the chunk's
    (tokens, d). 0 for a query without words."""
    if not len(words):
        return 0.0
    if not len(tokens):
        return WITHOUT_TOKENS
    chunk = tokens.astype(np.float32)
    step = max(1, ON_ONE_THREAD // words.size)
    products = np.concatenate([chunk[at : at + step] @ words.T for at in range(0, len(chunk), step)])
    cosines = products / np.sqrt(np.einsum("td,td->t", chunk, chunk))[:, None]
    return round(float(cosines.max(axis=0).mean()), DIGITS)
