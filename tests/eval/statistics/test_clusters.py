"""The standard error of a mean over questions that come in clusters."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.eval.statistics.clusters import clustered_mean, numbered, sums


def test_questions_without_a_cluster_are_on_their_own() -> None:
    assert numbered(["a", "b", "c", "d"], {"a": "x", "c": "x", "d": "a"}).tolist() == [0, 1, 0, 2]
    assert sums(np.array([1.0, 2, 4, 8]), np.array([0, 1, 0, 2])).tolist() == [5, 2, 8]


def test_by_hand() -> None:
    # clusters (1, 1) and (0, 0, 0): mean 0.4; off by 2 - 0.8 = 1.2 and 0 - 1.2 = -1.2, / 5, / (1 - 2/5) and (1 - 3/5)
    found = clustered_mean(np.array([1.0, 1, 0, 0, 0]), np.array([0, 0, 1, 1, 1]))
    assert found.mean == pytest.approx(0.4)
    assert found.error == pytest.approx(((0.24 / 0.6) ** 2 + (0.24 / 0.4) ** 2) ** 0.5)
    assert found.freedom == pytest.approx(25 / 13 - 1)


def test_a_cluster_each_is_the_standard_error_of_a_mean() -> None:
    values = np.random.default_rng(0).random(50)
    found = clustered_mean(values, np.arange(50))
    assert found.error == pytest.approx(values.std(ddof=0) / 49**0.5 * (50 / 49) ** 0.5, rel=1e-9)
    assert found.freedom == pytest.approx(49)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 5)), min_size=1, max_size=30))
def test_the_order_of_questions_and_the_names_of_clusters_are_irrelevant(pairs: list[tuple[float, int]]) -> None:
    values, names = np.array([value for value, _ in pairs]), [str(name) for _, name in pairs]
    questions = [f"q{n}" for n in range(len(pairs))]
    found = clustered_mean(values, numbered(questions, dict(zip(questions, names, strict=True))))
    turned = clustered_mean(values[::-1], numbered(questions, dict(zip(questions, names[::-1], strict=True))))
    assert turned.mean == pytest.approx(found.mean)
    assert turned.error == pytest.approx(found.error, abs=1e-12)
    assert turned.clusters == len(set(names))
