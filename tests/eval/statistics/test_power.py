"""What a number of questions can show: published figures of power, and what is asked of a size that is stated."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ragatta.eval.statistics.clusters import Mean, clustered_mean
from ragatta.eval.statistics.power import detectable, effect_size, more_questions, noncentrality, spread


def with_effect(size: float, questions: int) -> np.ndarray:
    """Differences with exactly this d_z."""
    values = np.linspace(-1, 1, questions)
    return values / values.std(ddof=1) + size


def test_power_of_the_manual_of_gpower() -> None:
    # G*Power 3.1 manual, "Means: difference between two dependent means": d_z 0.421637 with 50 pairs at 0.05,
    # two-sided, has the noncentrality 2.981424 and the power 0.832114
    assert noncentrality(50, 0.05, 0.832114) == pytest.approx(2.981424, abs=1e-4)
    assert math.sqrt(50) * 0.421637 == pytest.approx(2.981424, abs=1e-5)


@pytest.mark.parametrize(("size", "pairs"), [(0.2, 197), (0.5, 32), (0.8, 13)])
def test_pairs_for_the_effects_that_cohen_calls_small_medium_and_large(size: float, pairs: int) -> None:
    # a normal test at 0.05 with power 0.8 needs ((1.960 + 0.842) / d)^2 pairs
    fewest, most = more_questions(Mean(size, 1 / 10**0.5, 9, 10), 10, 0.05)
    exact = Mean(size, 1e-9, 9, 10)
    assert fewest <= pairs - 10 <= (most or math.inf)
    assert more_questions(exact, 10, 0.05) == (1, 1), "it is known already"


def test_documents_in_which_nothing_differs_do_not_count() -> None:
    found = Mean(0.18, 0.08, 7, 8)
    assert more_questions(found, 60, 0.01)[0] == 1  # 8 that differ alike have a p value of 0.0078
    assert more_questions(found, 60, 0.01, differing=5) == (36, 294)  # 5 of 8 did: it takes 12.8
    assert more_questions(Mean(0.18, 0.01, 7, 8), 60, 0.01, differing=5) == (36, None)  # no power is known of so few


def test_the_range_is_open_where_the_difference_may_be_none() -> None:
    assert more_questions(Mean(0.02, 0.1, 99, 100), 100, 0.05)[1] is None
    assert more_questions(Mean(0.15, 0.1, 99, 100), 100, 0.05) == (1, None)  # at most 1,760: too far to say
    # one-sided bounds: 0.18 + 1.960 x 0.08 and 0.18 - 0.842 x 0.08; (2.802 x 0.08 / 0.1127)^2 x 100 = 396
    assert more_questions(Mean(0.18, 0.08, 99, 100), 100, 0.05) == (1, 296)


def test_the_effect_of_darwins_maize() -> None:
    # Fisher 1935, section 17: mean 20.93, t = 2.148 with 15 pairs
    maize = np.array([49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48], dtype=float)
    assert effect_size(maize) * math.sqrt(15) == pytest.approx(2.148, abs=0.0005)


def test_an_effect_without_spread() -> None:
    assert effect_size(np.array([0.1] * 7)) == math.inf
    assert effect_size(np.array([-0.5])) == -math.inf
    assert effect_size(np.zeros(5)) == 0.0
    assert spread(np.array([0.1] * 7)) == 0.0


def test_too_few_questions_can_show_nothing() -> None:
    # five of five in one direction happen by chance in 2 of 32 cases: 0.0625
    assert detectable(with_effect(3.0, 5), 0.05, math.inf) == math.inf
    assert math.isfinite(detectable(with_effect(3.0, 6), 0.05, math.inf))


def test_no_size_is_stated_that_the_scores_do_not_allow() -> None:
    some = np.array([1.0, -1, 1, 0, 1, -1, 0, 1])  # scores of 0 or 1: no mean differs by more than 1
    assert detectable(some, 0.05, math.inf) > 1
    assert detectable(some, 0.05) == math.inf
    size = detectable(np.tile(some, 5), 0.05)
    assert 0.3 < size < 1
    assert detectable(np.tile(some, 5), 0.05, size / 2) == math.inf


def test_more_questions_show_less_and_a_stricter_level_shows_more() -> None:
    sizes = [detectable(with_effect(0.1, questions), 0.05, math.inf) for questions in (10, 30, 100, 300, 1000)]
    assert sizes == sorted(sizes, reverse=True)
    assert detectable(with_effect(0.1, 100), 0.01) > detectable(with_effect(0.1, 100), 0.05)


def test_equal_answers_still_state_a_size() -> None:
    # nothing changed: a difference would have to come from whole questions that change. With 300 of them, ten changing
    # on average in one direction would be found at 0.01
    assert 8 / 300 < detectable(np.zeros(300), 0.01) < 15 / 300


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(-1, 1), min_size=1, max_size=40), st.sampled_from([0.05, 0.01, 0.0005]))
@example([0.0] * 5 + [3e-249], 0.05)
def test_never_nan_and_always_above_zero(values: list[float], level: float) -> None:
    differences = np.array(values)
    assert detectable(differences, level) > 0
    found = clustered_mean(differences, np.arange(differences.size))
    if found.error and abs(found.mean) > 1e-12:
        fewest, most = more_questions(found, differences.size, level)
        assert 1 <= fewest <= (most or math.inf)
