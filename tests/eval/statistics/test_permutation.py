"""The paired permutation test: Fisher's own example, exact against drawn, laws."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.eval.statistics.permutation import EXACT, SignFlips, sign_flip_test, smallest_p

# Darwin's maize, crossed minus self-fertilised, in eighths of an inch (Fisher 1935, The Design of Experiments,
# sections 17 and 21): of the 32,768 sign patterns 863 have a sum as large as 314, and as many one of -314 or less.
MAIZE = np.array([49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48], dtype=float)


def counted(totals: np.ndarray, sizes: np.ndarray) -> float:
    """The p value as it is defined, pattern by pattern."""

    def statistic(signs: tuple[int, ...]) -> float:
        flipped, questions, clusters = totals * signs, sizes.sum(), len(sizes)
        mean = flipped.sum() / questions
        error = np.sqrt(((flipped - mean * sizes) ** 2).sum() * clusters / (clusters - 1)) / questions
        if error < 1e-12:
            return float("inf")
        each = flipped / sizes
        skewness = np.average((each - mean) ** 3, weights=sizes) / np.average((each - mean) ** 2, weights=sizes) ** 1.5
        skewness = np.clip(skewness * (sizes**3).sum() / (sizes**2).sum() ** 1.5, -0.4, 0.4)
        return float(abs(3 / (2 * skewness) * (np.exp(2 / 3 * skewness * mean / error) - 1) + skewness / 6))

    found = np.array([statistic(signs) for signs in product((1, -1), repeat=len(totals))])
    return float(np.mean(found >= found[0] * (1 - 1e-9)))


def test_darwins_maize() -> None:
    # skewed to the left, for two pairs lost much: the mean alone would give Fisher's 0.053
    assert MAIZE.sum() == 314
    assert pytest.approx(0.0527, abs=1e-4) == 2 * 863 / 32768
    assert sign_flip_test(MAIZE) == pytest.approx(counted(MAIZE, np.ones(15)))
    assert 0.06 < sign_flip_test(MAIZE) < 0.1


@pytest.mark.parametrize("sizes", [[1, 1, 1, 1, 1, 1, 1], [9, 4, 3, 2, 2, 1, 1]])
def test_every_pattern_is_counted_by_the_definition(sizes: list[int]) -> None:
    totals = np.array([0.9, 0.2, -0.35, 0.6, 0.15, 0.4, -0.1])
    assert sign_flip_test(totals, np.array(sizes)) == pytest.approx(counted(totals, np.array(sizes)))


def test_every_pattern_is_counted() -> None:
    differences = np.array([0.5, -0.25, 1.0, 0.0, 0.75])
    sums = [abs(sum(s * d for s, d in zip(signs, differences, strict=True))) for signs in product((1, -1), repeat=5)]
    assert sign_flip_test(differences) == sum(total >= 2.0 for total in sums) / 32


def test_drawing_agrees_with_scipy() -> None:
    from scipy.stats import permutation_test  # seconds of CPU, in every worker that collects this file

    differences = np.random.default_rng(5).normal(0.1, 0.4, 60)
    theirs = permutation_test(
        (differences,), np.mean, permutation_type="samples", n_resamples=9999, rng=np.random.default_rng(1)
    )
    assert sign_flip_test(differences) == pytest.approx(theirs.pvalue, abs=0.015)


def test_drawing_agrees_with_counting() -> None:
    # one question more than EXACT, with a difference that decides nothing: twice the patterns, the same share
    differences = np.append(np.tile([0.3, -0.1, 0.4, 0.2], EXACT // 4), 1e-13)
    assert sign_flip_test(differences, resamples=40_000) == pytest.approx(sign_flip_test(differences[:-1]), abs=0.003)


def test_p_is_never_zero_and_never_below_what_was_drawn() -> None:
    assert sign_flip_test(np.ones(40), resamples=999) == 1 / 1000
    assert sign_flip_test(np.ones(6)) == smallest_p(6) == 2 / 64


def test_nothing_differs() -> None:
    assert sign_flip_test(np.zeros(300)) == 1.0
    assert sign_flip_test(np.array([0.0])) == 1.0
    assert sign_flip_test(np.array([1.0])) == 1.0


def test_sums_that_differ_by_rounding_are_ties() -> None:
    # 0.1 + 0.2 - 0.3 is not 0 in floating point: half the patterns sum to 0, and all are at least as far from 0
    assert sign_flip_test(np.array([0.1, 0.2, -0.3])) == 1.0


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(-1, 1, width=16), min_size=1, max_size=24))
def test_the_sign_of_the_whole_changes_nothing(values: list[float]) -> None:
    differences = np.array(values)
    p = sign_flip_test(differences, resamples=500)
    assert 0 < p <= 1
    assert sign_flip_test(-differences, resamples=500) == p


def test_it_holds_its_level() -> None:
    # over 2,000 experiments without any difference at most 5% of p values are below 0.05, but for chance: the standard
    # deviation of the share is 0.005
    random = np.random.default_rng(3)
    found = [sign_flip_test(random.choice([-1.0, 0.0, 0.5, 1.0, -0.5], 30), resamples=400) for _ in range(2000)]
    assert np.mean(np.array(found) <= 0.05) < 0.05 + 3 * 0.005


def totals(values: list[float], of: list[int]) -> tuple[np.ndarray, np.ndarray]:
    return np.bincount(of, values), np.bincount(of)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.floats(-1, 1, width=16), st.integers(0, 8)), min_size=9, max_size=40))
def test_the_interval_holds_what_the_test_does_not_reject(drawn: list[tuple[float, int]]) -> None:
    values, of = [value for value, _ in drawn], [cluster for _, cluster in drawn]
    sums, sizes = totals(values, list(np.unique(of, return_inverse=True)[1]))
    low, high = SignFlips(sums, sizes).interval()
    assert low <= np.mean(values) + 1e-9
    assert high >= np.mean(values) - 1e-9
    assert (sign_flip_test(sums, sizes) >= 0.05) == (low <= 0 <= high)
    if np.isfinite(low) and low < high:
        wide = high - low
        for difference in (low - 0.01 * wide, high + 0.01 * wide):
            assert sign_flip_test(sums - difference * sizes, sizes) < 0.05


def test_the_interval_of_darwins_maize() -> None:
    # its t interval is 0.03 to 41.8 eighths of an inch; the skewness moves it to the left
    low, high = SignFlips(MAIZE, np.ones(15)).interval()
    assert -5 < low < 0
    assert 38 < high < 41.8


def test_few_clusters_have_no_interval() -> None:
    assert SignFlips(np.arange(5.0), np.ones(5)).interval() == (-np.inf, np.inf)
    assert all(np.isfinite(SignFlips(np.arange(6.0), np.ones(6)).interval()))
    assert SignFlips(np.array([3.0]), np.array([7])).interval() == (-np.inf, np.inf)


def test_drawn_patterns_give_the_interval_of_many_questions() -> None:
    values = np.random.default_rng(2).normal(0.1, 0.4, 400)
    error = values.std(ddof=1) / 20
    low, high = SignFlips(values, np.ones(400)).interval()
    assert low == pytest.approx(values.mean() - 1.966 * error, abs=0.1 * error)
    assert high == pytest.approx(values.mean() + 1.966 * error, abs=0.1 * error)


def test_the_interval_and_the_test_agree_on_zero_where_one_cluster_has_most_questions() -> None:
    random = np.random.default_rng(8)
    for _ in range(60):
        sizes = np.array([83, 6, 3, 1, 1, 1, 1, 1, 1, 1, 1])
        sums = sizes * random.normal(0.1, 0.1, 11) * (random.random(11) < 0.6)
        low, high = SignFlips(sums, sizes).interval()
        assert (sign_flip_test(sums, sizes) >= 0.05) == (low <= 0 <= high)


def test_an_interval_agrees_with_a_test_of_more_patterns() -> None:
    random, near = np.random.default_rng(11), 0
    for _ in range(60):
        sums = random.normal(0.44, 1.0, 20)  # p is near 0.05 in many of them
        flips = SignFlips(sums, np.ones(20), 40_000)
        low, high = flips.interval()
        assert (flips.p >= 0.05) == (low <= 0 <= high)
        near += 0.03 < flips.p < 0.07
    assert near > 5


def test_a_strict_interval_has_the_patterns_that_it_needs() -> None:
    sums = np.random.default_rng(3).normal(1.0, 0.5, 100)
    strict, usual = (SignFlips(sums, np.ones(100), 100_000).interval(level) for level in (2e-4, 0.05))
    assert np.isfinite(strict).all()
    assert strict[0] < usual[0] < usual[1] < strict[1]
    low, high = SignFlips(sums, np.ones(100), 300_000).interval(9e-5)
    assert np.isfinite([low, high]).all()
