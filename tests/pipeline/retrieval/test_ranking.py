from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.retrieval.ranking import best


def test_ties_stand_in_the_chunks_order() -> None:
    scores = np.array([1.0, 3.0, 2.0, 3.0, 3.0])
    everything = np.ones(5, dtype=bool)
    assert best(scores, everything, 2).tolist() == [1, 3]
    assert best(scores, everything).tolist() == [1, 3, 4, 2, 0]
    assert best(scores, scores < 3, 2).tolist() == [2, 0]
    assert best(scores, scores > 9, 2).tolist() == []


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), max_size=40), st.integers(1, 50))
def test_the_top_is_the_beginning_of_the_whole_ranking(chunks: list[tuple[int, bool]], top_k: int) -> None:
    scores = np.array([score for score, _ in chunks], dtype=float)
    mask = np.array([allowed for _, allowed in chunks], dtype=bool)
    whole = best(scores, mask).tolist()
    assert whole == sorted(np.flatnonzero(mask).tolist(), key=lambda at: (-scores[at], at))
    assert best(scores, mask, top_k).tolist() == whole[:top_k]
