"""By words: BM25 (Robertson and Zaragoza 2009), of the text and of the titles of tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ragatta.pipeline.retrieval.fusion import RRF_K, reciprocal_rank_fusion
from ragatta.pipeline.retrieval.ranking import Mask, Scores, best
from ragatta.pipeline.retrieval.search import Search, Searched
from ragatta.pipeline.types import FoundBy


@dataclass(frozen=True)
class Bm25Search(Search):
    """As Search says."""

    FOUND_BY: ClassVar[FoundBy] = "bm25"

    def scores(self, searched: Searched) -> tuple[Scores, Mask]:
        """BM25's; fused with those of titles where tables are chunks of their own."""
        lexical, matching = searched.by_words(np.flatnonzero(searched.wanted))
        found = matching & searched.wanted
        if searched.titles is None:
            return lexical, found
        ranking = best(lexical, found)
        fused = reciprocal_rank_fusion(ranking, ranking, len(found), 0.0, RRF_K)
        return fused + np.where(searched.wanted, searched.titles(RRF_K), 0.0), found
