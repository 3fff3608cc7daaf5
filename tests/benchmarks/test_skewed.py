"""Claims where few documents make the difference."""

from __future__ import annotations

from benchmarks.skewed import drawn, found, of


def test_a_rare_gain_that_pays_for_a_loss_is_claimed_by_the_mean_and_not_by_ours() -> None:
    # the level is 5%: 16 of 300 on average, and more than 26 in less than 1 of 100 such checks
    assert found("1 in 8", (40, "zipf"), "ours", 300) <= 26 / 300 < found("1 in 8", (40, "zipf"), "mean", 300)


def test_a_symmetric_difference_is_found_as_often() -> None:
    shift = 3.3 * 0.215 / 40**0.5
    mean, ours = (found("normal", (40, "equal"), test, 200, shift) for test in ("mean", "ours"))
    assert ours >= 0.9 * mean > 0.7


def test_the_laws_have_no_mean() -> None:
    import numpy as np

    random, documents = np.random.default_rng(1), of((60, "equal"))
    for law in ("normal", "exponential", "lognormal", "1 in 4", "1 in 8", "1 in 20"):
        each = [drawn(law, documents, random).sum() / documents.sum() for _ in range(800)]
        assert abs(np.mean(each)) < 4 * np.std(each) / 800**0.5
