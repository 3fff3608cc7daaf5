"""What holds however often one looks."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ragatta.eval.statistics.anytime import anytime_interval, anytime_p


def test_by_hand() -> None:
    differences, of = np.array([0.5, 0.5, 1.0, -1.0]), np.array([0, 0, 1, 2])
    # clusters 1, 1, -1: S = 1, V = 3
    widened = 1 + 0.2 * 3
    assert anytime_p(differences, of) == pytest.approx(min(1.0, math.exp(-0.2 / (2 * widened)) * widened**0.5))
    assert anytime_p(np.ones(20), np.arange(20)) == pytest.approx(math.exp(-0.2 * 400 / (2 * 5)) * 5**0.5)


def test_a_clear_difference_is_found_and_held() -> None:
    differences = np.full(60, 0.5)
    differences[::6] = -0.5
    low, high = anytime_interval(differences, np.arange(60))
    assert anytime_p(differences, np.arange(60)) < 0.001
    assert 0 < low < differences.mean() < high < 1


def test_differences_beyond_one_are_held_too() -> None:
    low, high = anytime_interval(np.full(12, 5.0), np.arange(12))
    assert low < 5.0 <= high


def test_it_is_wider_than_a_single_looks_and_narrows() -> None:
    random = np.random.default_rng(1)
    differences = random.normal(0.1, 0.4, 900).clip(-1, 1)
    widths = [np.diff(anytime_interval(differences[:n], np.arange(n)))[0] for n in (50, 200, 900)]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] > 2 * 1.96 * differences.std() / 30


def test_ten_looks_at_no_difference_claim_one_in_at_most_one_of_twenty() -> None:
    random, claims = np.random.default_rng(2), 0
    for _ in range(400):
        differences = random.choice([-1.0, 0.0, 1.0], 300)
        claims += any(anytime_p(differences[:n], np.arange(n)) < 0.05 for n in range(30, 301, 30))
    assert claims <= 400 * 0.05
