from __future__ import annotations

from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.retrieval import fusion
from ragatta.pipeline.retrieval.fusion import reciprocal_rank_fusion
from ragatta.pipeline.retrieval.ranking import best
from tests.standins.mangled import quick


def test_arithmetic() -> None:
    fused = reciprocal_rank_fusion(np.array([2, 0, 1]), np.array([0, 3]), chunks=5, alpha=0.75, k=60)
    assert fused.tolist() == [
        0.75 / 62 + 0.25 / 61,  # second and first
        0.75 / 63,  # third, not in the lexical ranking
        0.75 / 61,  # first, not in the lexical ranking
        0.25 / 62,  # not in the semantic ranking
        0.0,  # in neither
    ]


@pytest.mark.parametrize(("alpha", "best"), [(1.0, 1), (0.0, 2)])
def test_alpha_is_the_semantic_share(alpha: float, best: int) -> None:
    fused = reciprocal_rank_fusion(np.array([1, 2]), np.array([2, 1]), chunks=3, alpha=alpha, k=60)
    assert fused.argmax() == best


@given(st.permutations(range(8)), st.permutations(range(8)), st.floats(0, 1), st.integers(1, 100))
def test_better_in_both_rankings_is_never_worse(one: list[int], two: list[int], alpha: float, k: int) -> None:
    fused = reciprocal_rank_fusion(np.array(one), np.array(two), 8, alpha, k)
    for a in range(8):
        for b in range(8):
            if one.index(a) < one.index(b) and two.index(a) < two.index(b):
                assert fused[a] > fused[b]


@quick
@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 3), st.booleans()), min_size=1, max_size=60),
    st.sampled_from([0, 0.3, 0.5, 0.7, 1]),
    st.integers(1, 8),
    st.integers(1, 5),
)
def test_a_partial_fusion_is_the_beginning_of_the_complete_one(
    chunks: list[tuple[int, int, bool]], alpha: float, k: int, count: int
) -> None:
    semantic, lexical = np.array([one[0] / 7 for one in chunks]), np.array([float(one[1]) for one in chunks])
    matching, every = np.array([one[2] for one in chunks]), np.ones(len(chunks), dtype=bool)
    complete = reciprocal_rank_fusion(best(semantic, every), best(lexical, matching), len(chunks), alpha, k)
    with mock.patch.object(fusion, "LEAST_DEPTH", 1):
        partial = fusion.Fusion(semantic, lexical, matching, alpha, k)
        assert partial.best(count).tolist() == best(complete, every, count).tolist()
    assert partial.scores(np.arange(len(chunks))).tolist() == complete.tolist()


def test_no_complete_ranking_is_sorted_where_the_best_are_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = np.random.default_rng(3)
    lexical = np.where(drawn.random(5000) < 0.4, drawn.integers(1, 9, 5000), 0).astype(float)
    large = fusion.Fusion(np.round(drawn.random(5000), 3), lexical, lexical > 0, 0.5, 60)
    wanted = large._best_of_all(10).tolist()
    monkeypatch.setattr(fusion.Fusion, "_best_of_all", None)
    assert large.best(10).tolist() == wanted
