"""Reranking: a better and slower method reorders the best hits of a search. One reranker per file; each follows
the protocol `RerankerModule`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ragatta.pipeline.identity import identity_of
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.settings.retrieval import Retrieval
from ragatta.pipeline.types import Chunk, Progress

if TYPE_CHECKING:
    from ragatta.pipeline.llm.json_server import JsonServer

Connect = Callable[
    [str, str], "JsonServer"
]  # what messages call the server, its usual address → retrieval.rerank_server


class Reranker(Protocol):
    """Safe to share between threads."""

    @property
    def identity(self) -> Mapping[str, Any]:
        """What determines a score besides Ragatta's code and the embedding model, as JSON values."""

    def prepare(self, chunks: Sequence[Chunk], progress: Progress) -> int:
        """Prepares the chunks before the query is known; returns how many were not prepared yet."""

    def scores(self, query: str, chunks: Sequence[Chunk], vectors: NDArray[np.float32]) -> NDArray[np.float64]:
        """The score of each chunk for the query, shape (chunks,); higher is better. `vectors` are those that the
        collection holds of the chunks, shape (chunks, dimensions)."""


class RerankerModule(Protocol):
    """A file of this folder."""

    def open_reranker(self, settings: Retrieval, encoder: Encoder, cache: VectorCache, connect: Connect) -> Reranker:
        """The reranker of these settings; `cache` keeps vectors, `connect` gives the server of the settings. Raises
        FileNotFoundError, ValueError or ModelError naming the setting whose model cannot be used."""


RERANKERS = Kind("pipeline/retrieval/rerankers", RerankerModule)


def open_reranker(settings: Retrieval, encoder: Encoder, cache: VectorCache, connect: Connect) -> Reranker | None:
    """The reranker that `settings` name, None for "none". Raises as RerankerModule.open_reranker."""
    if settings.reranker == "none":
        return None
    by = RERANKERS.load(settings.reranker).open_reranker
    made = RERANKERS.made(settings.reranker, by, by(settings, encoder, cache, connect), Reranker)
    identity_of(RERANKERS, settings.reranker, made.identity)
    return made
