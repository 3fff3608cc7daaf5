"""A variation is dropped only where it is worse for certain, whatever the order of the questions."""

from __future__ import annotations

import numpy as np
import pytest

from ragatta.eval.statistics.race import beaten, capital

LEVEL = 0.05


def test_by_hand() -> None:
    first, second = capital(np.array([0.5, 1.0]), 2, LEVEL)
    # The whole has a half where the first has a half: the bet is 0.75 / 0.5.
    assert first == pytest.approx(1 + 1.5 * (0.75 - 0.5))
    # The rest has a quarter then: the bet is 0.75 / 0.25, and that of a spread of (0.25 + 0.0625) / 2 is larger.
    assert second == pytest.approx(first * (1 + 3 * (1 - 0.25)))


@pytest.mark.parametrize(
    "population",
    [
        np.array([1.0] * 60 + [-1.0] * 60 + [0.0] * 80),
        np.array([1.0] * 5 + [-1.0] * 5 + [0.0] * 190),
        np.concatenate([np.full(20, 0.9), np.full(180, -0.1)]),
        np.concatenate([np.full(20, -0.9), np.full(180, 0.1)]),
    ],
    ids=["even", "rare", "few large gains", "few large losses"],
)
def test_without_a_difference_it_is_claimed_in_at_most_the_level_of_orders(population: np.ndarray) -> None:
    drawn = np.random.default_rng(0)
    claimed = [capital(drawn.permutation(population), 200, LEVEL).max() >= 1 / LEVEL for _ in range(600)]
    assert np.mean(claimed) <= LEVEL + 0.02


def test_a_large_difference_is_found_early_and_a_missing_one_not() -> None:
    drawn = np.random.default_rng(1)
    scores = {name: (drawn.random(400) < share).astype(float).tolist() for name, share in (("a", 0.9), ("b", 0.3))}
    early = {name: own[:60] for name, own in scores.items()}
    assert beaten(early, 400, 2) == {"b": "a"}
    assert beaten({"a": early["a"], "c": early["a"]}, 400, 2) == {}


def test_one_variation_or_no_question_beats_nobody() -> None:
    assert beaten({"a": [1.0, 1.0]}, 2, 1) == {}
    assert beaten({"a": [], "b": [0.0]}, 9, 2) == {}


def test_more_variations_take_more_evidence() -> None:
    ahead = {"a": [1.0] * 14, "also": [1.0] * 14, "b": [0.0] * 14}
    assert beaten(ahead, 500, 3) == {"b": "a"}, "the first that is ahead is named"
    assert beaten(ahead, 500, 2000) == {}


def test_the_whole_set_settles_it() -> None:
    ahead = {"a": [1.0] * 40 + [0.5] * 160, "b": [0.0] * 30 + [0.5] * 170}
    assert beaten(ahead, 200, 2) == {"b": "a"}
