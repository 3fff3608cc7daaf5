"""Reranking: a better and slower method reorders the best hits of a search. One reranker a file of rerankers/."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.llm.model_server import ModelServer
from ragatta.pipeline.plugins.technique import Technique, Techniques
from ragatta.pipeline.types import Chunk, Progress

if TYPE_CHECKING:
    from ragatta.pipeline.llm.json_server import JsonServer

# The server of a key of the configuration: its settings, the key, what messages call it, its usual address.
Connect = Callable[[ModelServer, str, str, str], "JsonServer"]


class OpenedReranker(Protocol):
    """A reranker that is ready; safe to share between threads."""

    @property
    def identity(self) -> Mapping[str, Any]:
        """What determines a score besides Ragatta's code, its settings and the embedding model, as JSON values."""

    def prepare(self, chunks: Sequence[Chunk], progress: Progress) -> int:
        """Prepares the chunks before the query is known; returns how many were not prepared yet."""

    def scores(self, query: str, chunks: Sequence[Chunk], vectors: NDArray[np.float32]) -> NDArray[np.float64]:
        """The score of each chunk for the query, shape (chunks,); higher is better. `vectors` are those that the
        collection holds of the chunks, shape (chunks, dimensions)."""


@dataclass(frozen=True)
class Reranker(Technique):
    """Orders the best `candidates` of a search anew."""

    KEY: ClassVar[str] = "reranker"
    candidates: int = 40

    @abstractmethod
    def open(self, encoder: Encoder, cache: VectorCache, connect: Connect) -> OpenedReranker | None:
        """Makes it ready; None where the order of the search stays. `cache` keeps vectors. Raises FileNotFoundError,
        ValueError or ModelError naming the setting whose model cannot be used."""

    def problems(self) -> list[str]:
        return self.least(candidates=1)


RERANKERS = Techniques("rerankers", Reranker)
