"""What is asked again, and what the differences say of all questions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ragatta.experiments.results.reading import RunResult
from ragatta.extensions.diagnosis.diagnosing.asked_again import AskedAgain, asked_again
from ragatta.extensions.diagnosis.diagnosing.gains import gain, lasting_loss
from ragatta.pipeline.types import Evidence, Question

QUESTIONS = {
    f"q{n}": Question(f"q{n}", "?", "number", "1", evidence=(Evidence("a", (1,)),) * (n != 0)) for n in range(240)
}


class Run(RunResult):
    def __init__(self, right: set[str]) -> None:
        super().__init__("a", Path(), {}, {}, ())
        object.__setattr__(self, "right", right)

    def scores(self, metric: str = "score") -> dict[str, list[float]]:  # noqa: ARG002
        return {name: [float(name in self.right)] for name in QUESTIONS}  # type: ignore[attr-defined]


def test_the_lost_ones_and_as_many_right_ones_stand_for_all() -> None:
    run = Run({f"q{n}" for n in range(100, 240)})
    found = asked_again(run, QUESTIONS)
    assert (found.lost, found.right, found.unmended, found.questions) == (99, 140, 1, 240)
    assert (len(found.weights), sum(weight == 1 for weight in found.weights.values())) == (2 * 99, 99)
    assert sum(found.weights.values()) == pytest.approx(239), "all but the one without evidence"
    assert asked_again(run, QUESTIONS, seed=1).weights.keys() != found.weights.keys()


def test_of_few_lost_ones_more_right_ones_are_asked() -> None:
    found = asked_again(Run({f"q{n}" for n in range(8, 240)}), QUESTIONS)
    assert (found.lost, len(found.weights)) == (7, 7 + 60)
    assert len(asked_again(Run({f"q{n}" for n in range(200, 240)}), QUESTIONS).weights) == 199 + 40, "all there are"


def test_a_gain_on_the_lost_and_a_loss_on_the_right_are_weighted() -> None:
    weights = {f"l{n}": 1.0 for n in range(20)} | {f"r{n}": 3.0 for n in range(20)}
    asked = AskedAgain(weights, 20, 60, 20)
    base = {name: [float(name[0] == "r")] for name in weights}
    mended = base | {f"l{n}": [1.0] for n in range(10)} | {f"r{n}": [0.0] for n in range(2)}
    found = gain(base, mended, asked, {})
    assert found.mean == pytest.approx((10 - 2 * 3) / 100)
    assert found.low < found.mean < found.high


def test_a_pair_that_lacks_an_answer_is_taken_to_be_like_the_others() -> None:
    asked = AskedAgain({f"q{n}": 1.0 for n in range(20)}, 20, 0, 20)
    base = {name: [0.0] for name in asked.weights}
    found = gain(base, {f"q{n}": [float(n % 2)] for n in range(10)}, asked, {})
    assert (found.mean, found.questions) == (pytest.approx(0.25), 10)


def test_the_interval_holds_the_gain_of_all_questions() -> None:
    random, held = Random(4), 0
    for _ in range(100):
        lost = [random.random() < 0.5 for _ in range(200)]
        after = [not was or random.random() < 0.4 for was in lost]  # an oracle that mends 40% of the lost ones
        right = [n for n, was in enumerate(lost) if not was]
        drawn = random.sample(right, min(len(right), sum(lost)))
        weights = {str(n): 1.0 for n, was in enumerate(lost) if was}
        weights |= {str(n): len(right) / len(drawn) for n in drawn}
        asked = AskedAgain(weights, sum(lost), len(right), 0)
        base = {str(n): [float(not was)] for n, was in enumerate(lost)}
        found = gain(base, {str(n): [float(one)] for n, one in enumerate(after)}, asked, {})
        held += found.low <= 0.4 * sum(lost) / 200 <= found.high
    assert held >= 90


def test_a_loss_by_luck_is_no_lasting_one() -> None:
    names = [f"q{n}" for n in range(400)]
    asked = AskedAgain(dict.fromkeys(names, 1.0), 400, 0, 0)
    random = Random(5)

    def tries(chance: float) -> dict[str, list[float]]:
        return {name: [float(random.random() < chance)] for name in names}

    lucky = lasting_loss(tries(0.5), tries(0.5), asked, {})
    assert lucky.low < 0 < lucky.high, "right in half of its tries"
    blind = {name: [float(place % 4 > 0)] for place, name in enumerate(names)}
    assert lasting_loss(blind, blind, asked, {}).mean == pytest.approx(0.25)
    half = {name: [0.5] for name in names}
    assert lasting_loss(half, half, asked, {}).mean == pytest.approx(0.5), "half of each answer is lost for good"
