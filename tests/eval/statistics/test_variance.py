"""Variance components against a textbook."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.statistics import Variance, variance

# Montgomery, Design and Analysis of Experiments: the strength of fabric from four looms, four samples each. Mean
# squares 29.73 and 1.90; variance components 6.96 (loom) and 1.90 (error).
LOOMS = {"1": [98, 97, 99, 96], "2": [91, 90, 93, 92], "3": [96, 95, 97, 95], "4": [95, 96, 99, 98]}


def test_the_looms() -> None:
    found = variance(LOOMS)
    assert found.question == pytest.approx(6.96, abs=0.005)
    assert found.repeat == pytest.approx(1.90, abs=0.005)


def test_unequal_numbers_of_repeats() -> None:
    # by hand: means 2, 7, 9 over 2, 3, 1 repeats, grand mean 34 / 6; within (2 + 2) / 3; between
    # (2 * (2 - 17/3)^2 + 3 * (7 - 17/3)^2 + (9 - 17/3)^2) / 2 = 21.667; repeats (6 - 14 / 6) / 2 = 11 / 6
    found = variance({"a": [1, 3], "b": [6, 7, 8], "c": [9], "d": []})
    assert found.repeat == pytest.approx(4 / 3)
    assert found.question == pytest.approx((65 / 3 - 4 / 3) / (11 / 6))


def test_one_repeat_tells_nothing_of_repeats() -> None:
    assert variance({"a": [0.0], "b": [1.0]}) == Variance(0.5, None)
    assert variance({"a": [0.3]}) == Variance(0.0, None)


def test_one_question_tells_nothing_of_questions() -> None:
    assert variance({"a": [0.0, 1.0]}) == Variance(0.0, 0.5)


def test_a_negative_estimate_is_zero() -> None:
    assert variance({"a": [0.0, 1.0], "b": [1.0, 0.0]}) == Variance(0.0, 0.5)


def test_what_was_put_in_comes_out() -> None:
    random = np.random.default_rng(2)
    levels = random.normal(0, 0.3, 2000)
    found = variance({str(n): list(level + random.normal(0, 0.2, 4)) for n, level in enumerate(levels)})
    assert found.question == pytest.approx(0.09, rel=0.1)
    assert found.repeat == pytest.approx(0.04, rel=0.1)


@given(st.dictionaries(st.text(max_size=2), st.lists(st.floats(0, 1), min_size=1, max_size=4), min_size=1, max_size=6))
def test_never_negative_and_never_nan(scores: dict[str, list[float]]) -> None:
    found = variance(scores)
    assert found.question >= 0
    assert found.repeat is None or found.repeat >= 0


def test_no_score_is_an_error() -> None:
    with pytest.raises(ValueError, match="no question has a score"):
        variance({})
