"""Semantic and BM25 scores added, each scaled to its theoretical least and its greatest: alpha · semantic + (1 - alpha)
· BM25. Bruch, Gai and Ingber 2023, "An Analysis of Fusion Functions for Hybrid Retrieval", TM2C2.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ragatta.pipeline.retrieval.alpha import WeighedSearch
from ragatta.pipeline.retrieval.ranking import Mask, Scores
from ragatta.pipeline.retrieval.search import Searched
from ragatta.pipeline.retrieval.semantic import DIGITS

LEAST_COSINE, LEAST_BM25 = -1.0, 0.0


@dataclass(frozen=True)
class Convex(WeighedSearch):
    """As Search says."""

    def scores(self, searched: Searched) -> tuple[Scores, Mask]:
        """Every chunk's score."""
        lexical, matching = searched.by_words(None)
        by_meaning = scaled(searched.cosines, searched.wanted, LEAST_COSINE)
        by_words = scaled(np.where(matching, lexical, LEAST_BM25), searched.wanted, LEAST_BM25)
        alpha = self.alpha_of(searched.query)
        return np.round(alpha * by_meaning + (1 - alpha) * by_words, DIGITS), searched.wanted


def scaled(scores: Scores, wanted: Mask, least: float) -> Scores:
    """Scores such that `least` is 0 and the greatest of those wanted is 1; all 0 where none is above the least."""
    greatest = scores[wanted].max(initial=least)
    return (scores - least) / (greatest - least) if greatest > least else np.zeros_like(scores)
