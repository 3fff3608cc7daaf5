"""Convex fusion, with the arithmetic."""

from __future__ import annotations

from typing import Any

import numpy as np

from ragatta.pipeline.retrieval.retrievers import Searched
from ragatta.pipeline.retrieval.retrievers.convex import open_retriever
from ragatta.pipeline.settings.retrieval import Retrieval

UNUSED: Any = None


def test_scores_are_scaled_by_the_theoretical_least_and_the_greatest_wanted() -> None:
    wanted = np.array([True, True, True, False])
    lexical, matching = np.array([4.0, 2.0, 0.0, 9.0]), np.array([True, True, False, True])
    search = open_retriever((), UNUSED, Retrieval(search="convex"))
    cosines = np.array([0.0, 0.6, 0.2, 0.9])
    scores, found = search(Searched("q", wanted, cosines, lambda: (lexical, matching), 0.25))
    # semantic: (cosine + 1) / (0.6 + 1) = 0.625, 1, 0.75; by words: 4/4, 2/4, 0
    assert scores[:3].tolist() == [0.25 * 0.625 + 0.75, 0.25 + 0.75 * 0.5, 0.25 * 0.75]
    assert found.tolist() == wanted.tolist()


def test_where_no_word_matches_meaning_alone_decides() -> None:
    wanted = np.ones(2, np.bool_)
    nothing = (np.zeros(2), np.zeros(2, np.bool_))
    search = open_retriever((), UNUSED, Retrieval(search="convex"))
    scores, _ = search(Searched("q", wanted, np.array([0.1, 0.5]), lambda: nothing, 0.5))
    assert scores[1] > scores[0] > 0
