from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.retrieval.fusion import reciprocal_rank_fusion


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
