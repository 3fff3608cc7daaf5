"""Searches beyond semantic, BM25 and their reciprocal rank fusion: one a file, each follows `RetrieverModule`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.protocols import shown
from ragatta.pipeline.retrieval.ranking import Mask, Scores, ranking_fault
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


def sound(given: Any, wanted: Mask, name: str, by: Search) -> tuple[Scores, Mask]:
    """What a search gave. Raises BrokenPart where it is not a score and a mark of every chunk."""
    wrong = "" if isinstance(given, tuple) and len(given) == 2 else f"a search gave {shown(given)}, not (scores, found)"
    scores, found = (given[0], np.asarray(given[1])) if not wrong else (None, wanted)
    if not wrong and (found.dtype != np.bool_ or found.shape != wanted.shape):
        wrong = f"found has the type {found.dtype} and shape {found.shape}, not True or False for {len(wanted)} chunks"
    if wrong := wrong or ranking_fault(scores, len(wanted), found):
        raise RETRIEVERS.broken(name, wrong, by)
    return np.asarray(scores), found
