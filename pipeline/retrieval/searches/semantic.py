"""By meaning: the cosine of a chunk's vector to the query's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.pipeline.retrieval.ranking import Mask, Scores
from ragatta.pipeline.retrieval.search import Search, Searched
from ragatta.pipeline.types import FoundBy


@dataclass(frozen=True)
class Semantic(Search):
    """As Search says."""

    FOUND_BY: ClassVar[FoundBy] = "semantic"
    READS_WORDS: ClassVar[bool] = False

    def scores(self, searched: Searched) -> tuple[Scores, Mask]:
        """The cosines."""
        return searched.cosines, searched.wanted
