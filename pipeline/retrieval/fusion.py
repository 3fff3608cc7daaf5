"""Reciprocal Rank Fusion of a semantic and a lexical ranking (Cormack, Clarke and Büttcher 2009; weighted
as in seed 001, decision 12): alpha/(k + semantic rank) + (1 - alpha)/(k + BM25 rank), ranks from 1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ragatta.pipeline.retrieval.ranking import Ranking


def reciprocal_rank_fusion(
    semantic: Ranking, lexical: Ranking, chunks: int, alpha: float, k: int
) -> NDArray[np.float64]:
    """The fused score of each of `chunks` chunks. A chunk that one ranking lacks gets only the other ranking's term; 0
    if both lack it."""
    scores = np.zeros(chunks)
    scores[semantic] += alpha / (k + np.arange(1, len(semantic) + 1))
    scores[lexical] += (1 - alpha) / (k + np.arange(1, len(lexical) + 1))
    return scores
