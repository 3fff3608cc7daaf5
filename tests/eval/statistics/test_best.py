"""Which points may be the best, all pairs at once."""

from __future__ import annotations

from random import Random

import pytest

from ragatta.eval.statistics import compare
from ragatta.eval.statistics.best import ranking


def drawn(shifts: dict[str, float], questions: int, seed: int = 3) -> dict[str, dict[str, list[float]]]:
    random = Random(seed)
    return {
        name: {f"q{n}": [0.5 + shift + random.gauss(0, 0.1)] for n in range(questions)}
        for name, shift in shifts.items()
    }


def test_what_is_far_behind_is_beaten_and_what_is_near_may_be_the_best() -> None:
    found = ranking(drawn({"low": -0.2, "near": 0.0, "best": 0.005, "middle": -0.1}, 60), {})
    assert [*found.means][2:] == ["middle", "low"]
    assert found.beaten.keys() == {"low", "middle"}
    assert found.beaten["low"] == next(iter(found.means)), "the best of those that are better is named"
    assert found.behind("near") < 0.1 < found.behind("middle") < found.behind("low") < 0.3


def test_one_pair_is_the_paired_test_at_its_own_level() -> None:
    scores = drawn({"a": 0.0, "b": 0.03}, 12)
    found, pair = ranking(scores, {}), compare(scores["a"], scores["b"])
    assert found.level == pytest.approx(0.05, abs=0.001)
    assert found.behind("b") == pytest.approx(pair.high, abs=1e-3)
    assert found.behind("a") == 0 < pair.low
    assert found.beaten == {"b": "a"}


def test_many_pairs_ask_for_more() -> None:
    many = ranking(drawn({str(n): 0.0 for n in range(10)}, 40), {})
    assert 0.05 / 45 < many.level < 0.01, "below that of one pair, and above Bonferroni's"


def test_the_order_of_the_points_does_not_matter() -> None:
    scores = drawn({str(n): 0.02 * n for n in range(6)}, 30)
    forth, back = ranking(scores, {}), ranking(dict(reversed(scores.items())), {})
    assert (forth.means, forth.beaten, forth.level) == (back.means, back.beaten, back.level)


def test_few_documents_beat_nothing_and_bound_nothing() -> None:
    scores = drawn({"a": 0.0, "b": 0.3}, 40)
    found = ranking(scores, {f"q{n}": f"d{n % 4}" for n in range(40)})
    assert not found.beaten
    assert found.behind("a") == float("inf")


def test_equal_points_and_questions_in_common() -> None:
    equal = drawn({"a": 0.0}, 20)["a"]
    found = ranking({"a": equal, "b": dict(equal)}, {})
    assert not found.beaten
    assert found.behind("b") == 0
    with pytest.raises(ValueError, match="no question is scored in all"):
        ranking({"a": {"q1": [1.0]}, "b": {"q2": [1.0]}}, {})


def test_within_the_margin_is_what_the_bound_says() -> None:
    found = ranking(drawn({"low": -0.2, "near": 0.0, "best": 0.005, "middle": -0.1}, 60), {})
    for name in found.means:
        for margin in (found.behind(name) - 0.003, found.behind(name) + 0.003):
            assert found.is_within(name, margin) == (found.behind(name) < margin)


def test_as_many_times_the_documents_bring_a_point_within_the_margin() -> None:
    scores = drawn({"good": 0.0, "same": 0.0, "bad": -0.3}, 30)
    few = ranking(scores, {})
    margin = few.behind("good") / 2
    times = few.times_as_many("good", margin)
    assert 2 < times < 16
    for factor, is_enough in ((0.7, False), (1.4, True)):
        many = {
            name: {f"{q} {n}": own[q] for n in range(round(factor * times)) for q in own}
            for name, own in scores.items()
        }
        assert ranking(many, {}).is_within("good", margin) == is_enough
    assert few.times_as_many("good", 0.5) == 1


def test_no_level_is_above_its_own() -> None:
    equal = drawn({"a": 0.0}, 4)["a"]
    assert ranking({"a": equal, "b": dict(equal)}, {}).level <= 0.05
