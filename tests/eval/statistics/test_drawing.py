"""Drawn answers: whatever the guesses are, the mean over all draws is that of all verdicts."""

from __future__ import annotations

from statistics import NormalDist, fmean

import numpy as np
import pytest

from ragatta.eval.statistics.drawing import beginning, estimated, level, priority

WEIGHTS = {"a": 0.5, "b": 0.5, "c": 0.2, "d": 0.9, "e": 0.3, "f": 0.6}
GUESSES = {"a": 0.5, "b": 0.9, "c": 0.1, "d": 1.0, "e": 0.0, "f": 0.7}
VERDICTS = {"a": 1.0, "b": 0.0, "c": 0.0, "d": 1.0, "e": 1.0, "f": 0.5}


@pytest.mark.parametrize("many", [1, 3, 5])
def test_the_sum_over_a_beginning_of_the_order_is_unbiased_however_wrong_the_guesses(many: int) -> None:
    found = []
    for draw in range(40_000):
        places = {name: priority(weight, f"{draw} {name}") for name, weight in WEIGHTS.items()}
        order = sorted(places, key=lambda name: -places[name])
        chances = {name: min(1.0, WEIGHTS[name] / places[order[many]]) for name in order[:many]}
        found.append(sum((VERDICTS[name] - GUESSES[name]) / chance for name, chance in chances.items()))
    wanted = sum(VERDICTS.values()) - sum(GUESSES.values())
    assert abs(fmean(found) - wanted) < 4 * np.std(found) / np.sqrt(len(found))


def test_a_heavier_answer_is_drawn_sooner() -> None:
    first = sum(priority(0.9, f"{draw} one") > priority(0.3, f"{draw} other") for draw in range(4000))
    assert first == pytest.approx(4000 * (1 - 0.3 / 0.9 / 2), abs=130)  # 1 - w/2W


@pytest.mark.parametrize(
    ("is_judged", "found"),
    [
        ([], 0),
        ([False, False], 0),
        ([True] * 5 + [False] * 5, 5),
        ([True] * 9 + [False] + [True] * 4, 14),  # one that nobody could judge
        ([True] * 9 + [False] * 2 + [True] * 4, 9),
        ([False] + [True] * 9, 10),
    ],
)
def test_a_tenth_of_a_sample_may_be_without_a_verdict(is_judged: list[bool], found: int) -> None:
    assert beginning(is_judged) == found


def test_with_all_verdicts_an_estimate_tells_all_and_at_an_early_look_it_asks_for_more() -> None:
    random = np.random.default_rng(3)
    differences, of = random.normal(0.2, 1.0, 100), np.arange(100)
    whole = estimated(differences, of, 0.0, 0.0, 50, 50)
    early = estimated(differences, of, 0.005, 0.0, 20, 50)
    assert whole.information == 1
    assert early.p > whole.p
    assert early.low < whole.low < whole.difference < whole.high < early.high


def test_the_p_value_holds_at_all_looks_together() -> None:
    """Brownian paths: the first look at which a path is significant is none in 95% of them."""
    random = np.random.default_rng(5)
    steps = random.normal(size=(4000, 20)) / np.sqrt(20)
    paths, shares = steps.cumsum(axis=1)[:, 4:], np.arange(5, 21) / 20
    points = np.array([-NormalDist().inv_cdf(level(share, 0.05)) for share in shares])
    ever = (paths / np.sqrt(shares) > points).any(axis=1).mean()
    assert 0.03 < ever < 0.055


def test_what_nobody_could_judge_may_be_worth_anything() -> None:
    differences, of = np.array([0.4, 0.5, 0.6] * 20), np.arange(60)
    known = estimated(differences, of, 0.0, 0.0, 50, 50)
    unknown = estimated(differences, of, 0.0, 0.3, 50, 50)
    assert unknown.low == pytest.approx(known.low - 0.3)
    assert unknown.p > known.p
    assert estimated(differences, of, 0.0, 0.6, 50, 50).p == 1


def test_no_more_verdicts_are_asked_for_where_they_would_hardly_show_a_difference() -> None:
    random = np.random.default_rng(4)
    differences = random.normal(0.0, 1.0, 400)
    differences -= differences.mean()
    assert not estimated(differences, np.arange(400), 0.0002, 0.0, 100, 300).can_change
    assert estimated(differences, np.arange(400), 0.0022, 0.0, 20, 300).can_change


def test_answers_without_any_spread_show_nothing() -> None:
    assert estimated(np.full(10, 0.5), np.arange(10), 0.0, 0.0, 5, 9).p == 1
