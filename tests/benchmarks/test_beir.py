from __future__ import annotations

import math

import pytest

from benchmarks.beir import NDCG, RECALL, figures


def test_ndcg_by_hand() -> None:
    # gains 0, 1, 2 at ranks 1, 2, 3; the best order would be 2, 1
    wanted = (1 / math.log2(3) + 2 / math.log2(4)) / (2 / math.log2(2) + 1 / math.log2(3))
    assert figures({"q": ["x", "a", "b"]}, {"q": {"a": 1, "b": 2}})[NDCG] == pytest.approx(wanted)
    assert figures({"q": ["b", "a", "x"]}, {"q": {"a": 1, "b": 2}})[NDCG] == pytest.approx(1)
    assert figures({"q": ["a", "x"]}, {"q": {"a": 1, "b": 1}})[NDCG] == pytest.approx(1 / (1 + 1 / math.log2(3)))


def test_the_order_given_counts_whatever_the_names_are() -> None:
    names = [f"d{number}" for number in range(200)]
    late = {"q": {"d150": 1}}
    assert figures({"q": names}, late) == {NDCG: 0, RECALL: 0}  # both look no further than their depth
    assert figures({"q": names[::-1]}, late) == {NDCG: 0, RECALL: 1}
    assert figures({"q": ["d9", "d10", "d150"]}, late)[NDCG] == pytest.approx(1 / math.log2(4))


def test_a_query_that_found_nothing_counts() -> None:
    assert figures({"p": ["a"], "q": []}, {"p": {"a": 1}, "q": {"a": 1}}) == {NDCG: 0.5, RECALL: 0.5}
