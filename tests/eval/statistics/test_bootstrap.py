"""The interval of a mean: against known spreads, by question, always the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.statistics import Interval, mean_interval
from eval.statistics.bootstrap import interval, levels, resampled_means

SCORES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def one_each(values: list[float]) -> dict[str, list[float]]:
    return {f"q{number}": [value] for number, value in enumerate(values)}


def test_the_bootstrap_error_of_the_mouse_data() -> None:
    # Efron and Tibshirani 1993, An Introduction to the Bootstrap, table 2.1: survival times of the treated mice. Their
    # mean is 86.86; the ideal bootstrap standard error is sqrt(sum((x - mean)^2)) / 7 = 23.36 (section 5.3)
    mice = np.array([94.0, 197.0, 16.0, 38.0, 99.0, 141.0, 23.0])
    assert interval(mice).mean == pytest.approx(86.86, abs=0.005)
    assert resampled_means(mice).std() == pytest.approx(23.36, rel=0.02)


def test_many_questions_give_the_normal_interval() -> None:
    found = mean_interval(one_each([float(n % 2) for n in range(400)]))
    # the mean of 400 fair coins has a standard deviation of 0.025
    assert found.low == pytest.approx(0.5 - 1.96 * 0.025, abs=0.003)
    assert found.high == pytest.approx(0.5 + 1.96 * 0.025, abs=0.003)


def test_few_questions_give_a_wider_one_than_the_plain_percentiles() -> None:
    # Hesterberg 2015, section 5.3: at n = 10 the level is Phi(-sqrt(10 / 9) * 2.2622) = 0.0085
    assert levels(10)[0] == pytest.approx(0.0085, abs=0.0001)
    assert levels(1_000_000) == pytest.approx((0.025, 0.975), abs=1e-6)


def test_questions_are_drawn_and_not_their_repeats() -> None:
    once = one_each([0.0, 1.0, 1.0, 0.5])
    assert mean_interval({question: values * 20 for question, values in once.items()}) == mean_interval(once)


def test_a_question_counts_once_however_often_it_was_asked() -> None:
    assert mean_interval({"a": [1.0] * 9, "b": [0.0], "c": []}).mean == 0.5


def test_equal_scores_have_no_spread() -> None:
    assert mean_interval(one_each([0.3, 0.3, 0.3])) == Interval(0.3, 0.3, 0.3)
    assert mean_interval({"only": [0.2, 0.6]}) == Interval(0.4, 0.4, 0.4)


@settings(max_examples=30, deadline=None)
@given(SCORES)
def test_the_interval_holds_the_mean_and_lies_within_the_scores(values: list[float]) -> None:
    found = mean_interval(one_each(values))
    assert min(values) - 1e-12 <= found.low <= found.mean <= found.high <= max(values) + 1e-12
    assert mean_interval(one_each(values)) == found


@pytest.mark.parametrize("scores", [{}, {"a": []}])
def test_nothing_to_average_is_an_error(scores: dict[str, list[float]]) -> None:
    with pytest.raises(ValueError, match="no question has a score"):
        mean_interval(scores)


def test_a_score_that_is_no_number_names_its_question() -> None:
    with pytest.raises(ValueError, match="question EF_1"):
        mean_interval({"EF_1": [0.5, float("nan")]})
