"""Semantic and BM25 scores added, each scaled to its theoretical least and its greatest: alpha · semantic + (1 - alpha)
· BM25. Bruch, Gai and Ingber 2023, "An Analysis of Fusion Functions for Hybrid Retrieval", TM2C2.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.retrieval.ranking import Mask, Scores
from ragatta.pipeline.retrieval.retrievers import Search, Searched
from ragatta.pipeline.retrieval.semantic import DIGITS
from ragatta.pipeline.settings.retrieval import Retrieval
from ragatta.pipeline.types import Chunk

LEAST_COSINE, LEAST_BM25 = -1.0, 0.0


def open_retriever(chunks: Sequence[Chunk], encoder: Encoder, settings: Retrieval) -> Search:  # noqa: ARG001
    """As the protocol says."""
    return _search


def _search(searched: Searched) -> tuple[Scores, Mask]:
    lexical, matching = searched.by_words()
    by_meaning = scaled(searched.cosines, searched.wanted, LEAST_COSINE)
    by_words = scaled(np.where(matching, lexical, LEAST_BM25), searched.wanted, LEAST_BM25)
    return np.round(searched.alpha * by_meaning + (1 - searched.alpha) * by_words, DIGITS), searched.wanted


def scaled(scores: Scores, wanted: Mask, least: float) -> Scores:
    """Scores such that `least` is 0 and the greatest of those wanted is 1; all 0 where none is above the least."""
    greatest = scores[wanted].max(initial=least)
    return (scores - least) / (greatest - least) if greatest > least else np.zeros_like(scores)
