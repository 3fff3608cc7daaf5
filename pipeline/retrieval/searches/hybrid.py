"""By meaning and by words: their rankings, fused by reciprocal rank (pipeline/retrieval/fusion.py)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ragatta.pipeline.plugins.former import Former
from ragatta.pipeline.retrieval.alpha import WeighedSearch
from ragatta.pipeline.retrieval.fusion import RRF_K, Fusion, reciprocal_rank_fusion
from ragatta.pipeline.retrieval.ranking import Mask, Ranking, Scores, best
from ragatta.pipeline.retrieval.search import ScoresOf, Searched
from ragatta.pipeline.types import FoundBy


@dataclass(frozen=True)
class Hybrid(WeighedSearch):
    """Two complete rankings are fused, so that no chunk lacks a term because of a cut-off."""

    HELPS: ClassVar[tuple[str, ...]] = ("retrieval",)
    FOUND_BY: ClassVar[FoundBy] = "hybrid"
    FORMER: ClassVar[Mapping[str, Former]] = {"rrf_k": Former(RRF_K, constant="pipeline/retrieval/fusion.py")}

    def scores(self, searched: Searched) -> tuple[Scores, Mask]:
        """The fused scores, with those of the titles of tables."""
        lexical, matching = searched.by_words(np.flatnonzero(searched.wanted))
        by_meaning, by_words = best(searched.cosines, searched.wanted), best(lexical, matching & searched.wanted)
        fused = reciprocal_rank_fusion(by_meaning, by_words, len(searched.wanted), self.alpha_of(searched.query), RRF_K)
        if searched.titles is not None:
            fused += np.where(searched.wanted, searched.titles(RRF_K), 0.0)
        return fused, searched.wanted

    def ranked(self, searched: Searched, count: int) -> tuple[Ranking, ScoresOf]:
        """The same, without two complete rankings where nothing is added to them."""
        if searched.titles is not None:
            return super().ranked(searched, count)
        rows = np.flatnonzero(searched.wanted)
        lexical, matching = searched.by_words(rows)
        alpha = self.alpha_of(searched.query)
        fusion = Fusion(searched.cosines[rows], lexical[rows], matching[rows], alpha, RRF_K)
        return rows[fusion.best(count)], lambda ranking: fusion.scores(np.searchsorted(rows, ranking))
