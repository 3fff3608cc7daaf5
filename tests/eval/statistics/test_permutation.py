"""The paired permutation test: Fisher's own example, exact against drawn, laws."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.statistics.permutation import EXACT, sign_flip_test, smallest_p

# Darwin's maize, crossed minus self-fertilised, in eighths of an inch (Fisher 1935, The Design of Experiments,
# sections 17 and 21): of the 32,768 sign patterns 863 have a sum as large as 314.
MAIZE = np.array([49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48], dtype=float)


def test_darwins_maize() -> None:
    assert MAIZE.sum() == 314
    assert sign_flip_test(MAIZE) == 2 * 863 / 32768


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
    assert sign_flip_test(differences, 40_000) == pytest.approx(sign_flip_test(differences[:-1]), abs=0.003)


def test_p_is_never_zero_and_never_below_what_was_drawn() -> None:
    assert sign_flip_test(np.ones(40), 999) == 1 / 1000
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
    p = sign_flip_test(differences, 500)
    assert 0 < p <= 1
    assert sign_flip_test(-differences, 500) == p


def test_it_holds_its_level() -> None:
    # over 2,000 experiments without any difference at most 5% of p values are below 0.05, but for chance: the standard
    # deviation of the share is 0.005
    random = np.random.default_rng(3)
    found = [sign_flip_test(random.choice([-1.0, 0.0, 0.5, 1.0, -0.5], 30), 400) for _ in range(2000)]
    assert np.mean(np.array(found) <= 0.05) < 0.05 + 3 * 0.005
