"""A search: ranks the chunks of a collection for a query. One a file of searches/."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ragatta.pipeline.plugins.protocols import brief_value
from ragatta.pipeline.plugins.technique import Technique, Techniques, tried
from ragatta.pipeline.retrieval.ranking import Mask, Ranking, Scores, ranking_fault
from ragatta.pipeline.types import FoundBy

ScoresOf = Callable[[Ranking], NDArray[np.float64]]


@dataclass(frozen=True)
class Searched:
    """One query over a collection. `wanted` are the chunks that may be found, `cosines` those of all chunks, shape
    (chunks,); `by_words` gives BM25's scores of the rows asked for, else of all, and which of them share a word with
    the query; `titles` what the titles of tables add to a reciprocal rank of that k, None where tables are no chunks of
    their own; `best` the best chunks of a ranking, of which a table may take only one."""

    query: str
    wanted: Mask
    cosines: NDArray[Any]
    by_words: Callable[[NDArray[np.intp] | None], tuple[Scores, Mask]]
    titles: Callable[[int], Scores] | None
    best: Callable[[Scores, Mask, int], Ranking]


@dataclass(frozen=True)
class Search(Technique):
    """`top_k` chunks are found."""

    KEY: ClassVar[str] = "retrieval"
    FOUND_BY: ClassVar[FoundBy] = "retriever"
    READS_WORDS: ClassVar[bool] = True  # whether it ranks by words, so that their index is built beforehand
    top_k: int = tried(5, retrieval=(10, 20), context=(3,))
    document_filter: str = "before"  # or "after": search, then filter (an ablation)

    @abstractmethod
    def scores(self, searched: Searched) -> tuple[Scores, Mask]:
        """Every chunk's score, and which of those wanted are found."""

    def ranked(self, searched: Searched, count: int) -> tuple[Ranking, ScoresOf]:
        """The `count` best chunks, and the scores of any of them. Raises BrokenPart where `scores` gives no score and
        mark of every chunk."""
        scores, found = self._whole(self.scores(searched), searched.wanted)
        return searched.best(scores, found, count), scores.__getitem__

    def _whole(self, returned: Any, wanted: Mask) -> tuple[Scores, Mask]:
        is_pair = isinstance(returned, tuple) and len(returned) == 2
        wrong = "" if is_pair else f"scores returned {brief_value(returned)}, not (scores, found)"
        scores, found = (returned[0], np.asarray(returned[1])) if is_pair else (None, wanted)
        if is_pair and (found.dtype != np.bool_ or found.shape != wanted.shape):
            wrong = (
                f"found has the type {found.dtype} and shape {found.shape}, not a truth value for {len(wanted)} chunks"
            )
        if wrong := wrong or ranking_fault(scores, len(wanted), found):
            raise SEARCHES.broken(self.name, wrong, self.scores)
        return np.asarray(scores), found

    def alpha_of(self, query: str) -> float | None:  # noqa: ARG002
        """The semantic share of this query's scores; None where there is none to speak of."""
        return None

    def problems(self) -> list[str]:
        return self.least(top_k=1) + self.among("document_filter", "before", "after")


SEARCHES = Techniques("searches", Search)
