"""Convex fusion, with the arithmetic."""

from __future__ import annotations

import numpy as np

from ragatta.pipeline.retrieval.ranking import Mask, Scores
from ragatta.pipeline.retrieval.search import Searched
from ragatta.pipeline.retrieval.searches.convex import Convex


def searched(wanted: Mask, cosines: Scores, by_words: tuple[Scores, Mask]) -> Searched:
    return Searched("q", wanted, cosines, lambda _: by_words, None, lambda *_: wanted)


def test_scores_are_scaled_by_the_theoretical_least_and_the_greatest_wanted() -> None:
    wanted = np.array([True, True, True, False])
    lexical, matching = np.array([4.0, 2.0, 0.0, 9.0]), np.array([True, True, False, True])
    cosines = np.array([0.0, 0.6, 0.2, 0.9])
    scores, found = Convex(alpha=0.25).scores(searched(wanted, cosines, (lexical, matching)))
    # semantic: (cosine + 1) / (0.6 + 1) = 0.625, 1, 0.75; by words: 4/4, 2/4, 0
    assert scores[:3].tolist() == [0.25 * 0.625 + 0.75, 0.25 + 0.75 * 0.5, 0.25 * 0.75]
    assert found.tolist() == wanted.tolist()


def test_where_no_word_matches_meaning_alone_decides() -> None:
    wanted = np.ones(2, np.bool_)
    nothing = (np.zeros(2), np.zeros(2, np.bool_))
    scores, _ = Convex(alpha=0.5).scores(searched(wanted, np.array([0.1, 0.5]), nothing))
    assert scores[1] > scores[0] > 0
