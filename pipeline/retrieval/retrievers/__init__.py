"""Searches beyond semantic, BM25 and their reciprocal rank fusion: one a file, each follows `RetrieverModule`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from numpy.typing import NDArray

from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.retrieval.ranking import Mask, Scores
from ragatta.pipeline.settings.retrieval import Retrieval
from ragatta.pipeline.types import Chunk


@dataclass(frozen=True)
class Searched:
    """One search: the query, the chunks that may be found, and what the searches of Ragatta make of them. `cosines` are
    of all chunks, shape (chunks,); `by_words` gives BM25's scores and which chunks share a word with the query; `alpha`
    is the semantic share that the settings give this query."""

    query: str
    wanted: Mask
    cosines: NDArray[Any]
    by_words: Callable[[], tuple[Scores, Mask]]
    alpha: float


Search = Callable[[Searched], tuple[Scores, Mask]]  # every chunk's score, and which of those wanted are found


class RetrieverModule(Protocol):
    """A file of this folder, or a module that a package offers as a retriever."""

    def open_retriever(self, chunks: Sequence[Chunk], encoder: Encoder, settings: Retrieval) -> Search:
        """The search over the chunks of a collection; safe to share between threads."""


RETRIEVERS = Kind("pipeline/retrieval/retrievers", RetrieverModule)
