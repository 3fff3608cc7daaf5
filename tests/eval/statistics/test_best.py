"""Which variations may be the best, and by how much one may be behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from ragatta.eval.statistics import Scores, Terms, best, compare, compare_all
from ragatta.eval.statistics.anytime import anytime_p
from ragatta.eval.statistics.best import ALIKE, FEW_CLUSTERS, NOTHING_SHOWN, Ranking, called_worse, ranking
from ragatta.eval.statistics.comparison import FEWEST_CLUSTERS
from ragatta.eval.statistics.permutation import SignFlips, all_sums

SHIFTS = {"low": -0.2, "near": 0.0, "best": 0.005, "middle": -0.1}


def drawn(shifts: Mapping[str, float], questions: int, seed: int = 3) -> dict[str, Scores]:
    random = Random(seed)
    return {
        name: {f"q{n}": [0.5 + shift + random.gauss(0, 0.1)] for n in range(questions)}
        for name, shift in shifts.items()
    }


def ranked(scores: Mapping[str, Scores]) -> Ranking:
    return ranking(scores, Terms())


def test_what_is_far_behind_is_beaten_and_what_is_near_may_be_the_best() -> None:
    found = ranked(drawn(SHIFTS, 60))
    assert [*found.means][2:] == ["middle", "low"]
    assert found.beaten.keys() == {"low", "middle"}
    assert set(found.may_be_best) == {"best", "near"}
    assert found.beaten["low"] == next(iter(found.means)), "the one of the highest mean is named"
    assert found.behind("near") < 0.1 < found.behind("middle") < found.behind("low") < 0.3
    assert found.why_all == ""


def test_one_pair_is_beaten_where_its_one_sided_p_value_is_below_the_level() -> None:
    """Of 8 documents every sign pattern is counted here by hand."""
    random, seen = np.random.default_rng(5), set()
    for _ in range(60):
        ahead = random.normal(0.1, 0.15, 8)
        flips = SignFlips(ahead)
        one_sided = flips.p / 2 if ahead.mean() > 0 else 1.0  # the statistics of opposite patterns are opposite
        scores = {"a": {f"q{n}": [value] for n, value in enumerate(ahead)}, "b": {f"q{n}": [0.0] for n in range(8)}}
        is_beaten = "b" in ranked(scores).beaten
        assert is_beaten == (one_sided < 0.05), one_sided
        seen.add(is_beaten)
    assert seen == {False, True}


def test_the_largest_of_the_others_is_what_chance_must_make_rarely() -> None:
    """The 5% point of three variations over 7 documents, from all 128 sign patterns one by one."""
    totals = np.random.default_rng(2).normal(0.5, 0.2, (3, 7))
    _, points = best.tested(totals, np.ones(7), 0.05)
    for at, own in enumerate(totals):
        largest = [
            max(_signed((other - own) * signs) for place, other in enumerate(totals) if place != at)
            for signs in all_sums(np.eye(7)).T
        ]
        point = sorted(largest)[-7]  # 6 of 128 are fewer than 5%
        assert points[at] == pytest.approx(point)


def _signed(differences: np.ndarray) -> float:
    """The statistic with its sign, from the interval's side: that of SignFlips has none."""
    size = float(SignFlips(differences)._statistics(0.0, SignFlips(differences)._kinds.sum(axis=1, keepdims=True))[0])
    return size if differences.sum() > 0 else -size


def test_more_variations_ask_for_more() -> None:
    shifts = {"ahead": 0.08, "behind": 0.0}
    few, many = drawn(shifts, 40), drawn(shifts | {str(n): 0.0 for n in range(30)}, 40)
    assert {name: many[name] for name in few} == few
    assert ranked(few).behind("behind") < ranked(many).behind("behind")
    assert "behind" in ranked(few).beaten


def test_few_documents_beat_nothing_and_bound_nothing() -> None:
    scores = drawn({"a": 0.0, "b": 0.3}, 40)
    for documents, why in ((5, FEW_CLUSTERS), (6, "")):
        found = ranking(scores, Terms({f"q{n}": f"d{n % documents}" for n in range(40)}))
        assert (found.clusters, found.why_all) == (documents, why)
        assert bool(found.beaten) == (documents == 6)
        assert (found.behind("a") == float("inf")) == (documents == 5)


def test_equal_variations_may_differ_in_documents_not_seen() -> None:
    equal = drawn({"a": 0.0}, 20)["a"]
    found = ranked({"a": equal, "b": dict(equal)})
    assert (found.may_be_best, found.why_all) == (("a", "b"), ALIKE)
    assert found.behind("b") == compare(equal, equal).high > 0.1
    assert ranked(drawn({"a": 0.0, "b": 0.0}, FEWEST_CLUSTERS)).why_all == NOTHING_SHOWN
    with pytest.raises(ValueError, match="no question is scored in all"):
        ranked({"a": {"q1": [1.0]}, "b": {"q2": [1.0]}})


def test_one_variation_may_be_the_best() -> None:
    found = ranked(drawn({"only": 0.0}, 10))
    assert found.may_be_best == ("only",)
    assert found.is_within("only", 0.05)
    assert found.times_as_many("only", 0.05) == 1


def test_within_the_margin_is_what_the_bound_says() -> None:
    found = ranked(drawn(SHIFTS, 60))
    for name in found.means:
        for margin in (found.behind(name) - 0.003, found.behind(name) + 0.003):
            assert found.is_within(name, margin) == (found.behind(name) < margin)


def test_as_many_times_the_documents_bring_a_variation_within_the_margin() -> None:
    scores = drawn({"good": 0.0, "same": 0.0, "bad": -0.3}, 30)
    few = ranked(scores)
    margin = few.behind("good") / 2
    times = few.times_as_many("good", margin)
    assert 1.5 < times < 16
    for factor, is_enough in ((0.7, False), (1.4, True)):
        many: dict[str, Scores] = {
            name: {f"{q} {n}": own[q] for n in range(round(factor * times)) for q in own}
            for name, own in scores.items()
        }
        assert ranked(many).is_within("good", margin) == is_enough
    assert few.times_as_many("good", 0.5) == 1


def test_what_the_comparisons_call_worse_is_out_and_what_a_race_stopped_too() -> None:
    scores = drawn({"a": 0.0, "b": -0.01, "c": -0.01}, 20)
    known = ranking(scores, Terms(), {"c": "a", "stopped": "b"})
    assert ranked(scores).may_be_best == ("a", "b", "c")
    assert known.may_be_best == ("a", "b")
    assert known.beaten == {"c": "a", "stopped": "b"}
    compared = compare_all(drawn({"base": 0.0, "up": 0.2, "far": 0.3, "down": -0.2, "near": 0.0}, 40), "base")
    assert called_worse(compared, "base") == {"base": "far", "down": "base"}


def test_repeated_looks_go_by_the_anytime_p_values() -> None:
    scores, terms = drawn(SHIFTS, 60), replace(Terms(), looks="repeated")
    found, once = ranking(scores, terms), ranked(scores)
    highest = next(iter(found.means))
    of = np.arange(60)
    for name, own in scores.items():
        ahead = np.array([scores[highest][q][0] - own[q][0] for q in own])
        assert (name in found.beaten) == (anytime_p(ahead, of) < 0.05 / 3)
    assert all(found.behind(name) > once.behind(name) for name in scores)


SHARES = some.sampled_from([0.0, 0.25, 0.5, 1.0])


@some.composite
def sweeps(draw: some.DrawFn) -> tuple[dict[str, Scores], Terms]:
    variations, questions = draw(some.integers(1, 4)), draw(some.integers(1, 16))
    documents = draw(some.integers(1, 12))
    rows = draw(some.lists(some.lists(SHARES, min_size=questions, max_size=questions), min_size=variations,
                           max_size=variations))  # fmt: skip
    scores: dict[str, Scores] = {f"v{at}": {f"q{n}": [x] for n, x in enumerate(row)} for at, row in enumerate(rows)}
    return scores, Terms({f"q{n}": f"d{n * n % documents}" for n in range(questions)})


@given(sweeps())
@settings(max_examples=25, deadline=None)
def test_the_best_mean_is_in_and_the_table_is_never_contradicted(sweep: tuple[dict[str, Scores], Terms]) -> None:
    scores, terms = sweep
    compared = compare_all(scores, "v0", terms) if len(scores) > 1 else {}
    worse = called_worse(compared, "v0")
    found = ranking(scores, terms, worse)
    highest = max(found.means.values())
    assert found.may_be_best[0] == next(iter(found.means))
    assert not worse.keys() & set(found.may_be_best)
    for name in scores:
        by = found.beaten.get(name)
        assert by is None or found.means[by] > found.means[name]
        assert found.behind(name) >= highest - found.means[name] - 1e-9
        if not worse and found.may_be_best == (name,):
            assert found.behind(name) == 0


@given(sweeps(), some.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_the_order_of_variations_and_questions_changes_nothing(
    sweep: tuple[dict[str, Scores], Terms], random: Random
) -> None:
    scores, terms = sweep
    mixed = {
        name: dict(random.sample(sorted(own.items()), len(own)))
        for name, own in random.sample(sorted(scores.items()), len(scores))
    }
    one, other = ranking(scores, terms), ranking(mixed, terms)
    assert one.means == other.means
    assert one.beaten.keys() == other.beaten.keys()
    for name in scores:
        assert one.behind(name) == pytest.approx(other.behind(name), rel=1e-6, abs=1e-9)


@given(sweeps(), some.integers(0, 3))
@settings(max_examples=25, deadline=None)
def test_a_variation_given_twice_puts_no_other_one_in_or_out(sweep: tuple[dict[str, Scores], Terms], at: int) -> None:
    scores, terms = sweep
    twin = f"v{at % len(scores)}"
    one, other = ranking(scores, terms), ranking({**scores, "twin": scores[twin]}, terms)
    assert set(one.may_be_best) == set(other.may_be_best) - {"twin"}
    assert ("twin" in other.may_be_best) == (twin in one.may_be_best)
