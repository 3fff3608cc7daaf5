"""How often answers of each stated confidence are right: a row a level, over answered questions."""

from __future__ import annotations

from typing import Any

import pytest

from ragatta.conf.schema import Config
from ragatta.eval.statistics import mean_interval
from ragatta.experiments.composing.config import Point
from ragatta.experiments.on_record.journal import Entry
from ragatta.experiments.results.summary import Run, Scored
from ragatta.experiments.results.writing import confidence_rows
from ragatta.pipeline.agents.trace import ALIGNMENT
from ragatta.pipeline.types import Evidence, Question


def answer(id_: str, confidence: str, score: float, *, undecided: str = "", file: str = "", **record: Any) -> Scored:
    evidence = (Evidence(file, (1,), "x"),) if file else ()
    told = {"status": "answered", "text": "x", "steps": [], "confidence": confidence, **record}
    question = Question(id=id_, question="?", kind="text", expected="x", evidence=evidence)
    scores = {"score": score}
    return Scored(question, 0, Entry(id_, 0, told, {}), scores, (), asked_now=True, undecided=undecided)


def run(*rows: Scored) -> Run:
    return Run(Point("baseline", (), Config()), "k", "c", "d", "m", 1, 0, 0, rows)


def test_each_level_has_its_share_with_the_interval_over_clusters() -> None:
    files = {"1": "a.pdf", "2": "a.pdf", "3": "b.pdf", "4": "c.pdf", "5": "d.pdf", "6": "e.pdf"}
    scores = {"1": 1.0, "2": 1.0, "3": 0.0, "4": 1.0, "5": 0.0, "6": 1.0}
    sure = [answer(id_, "high", scores[id_], file=file) for id_, file in files.items()]
    high, low = confidence_rows(run(answer("7", "low", 0.5, undecided="why"), *sure))
    expected = mean_interval({id_: [score] for id_, score in scores.items()}, files)
    assert (high["confidence"], high["questions"], high["answers"], high["undecided"]) == ("high", 6, 6, 0)
    assert [high[name] for name in ("right", "right_ci_low", "right_ci_high")] == pytest.approx(
        [expected.mean, expected.low, expected.high]
    )
    assert (low["confidence"], low["right"], low["undecided"]) == ("low", 0.5, 1)  # a guess counts as it is
    assert low["right_ci_low"] < 0.02, "one answer says next to nothing"


def test_repeats_are_averaged_and_refusals_and_systems_outside_state_nothing() -> None:
    again = answer("1", "medium", 0.0)
    rows = confidence_rows(run(
        answer("1", "medium", 1.0), again, answer("2", "medium", 1.0), answer("3", "low", 0.0, status="no_information"),
        answer("4", "low", 1.0, steps=[{"name": ALIGNMENT}]),
    ))  # fmt: skip
    assert [(row["confidence"], row["questions"], row["answers"], row["right"]) for row in rows] == [
        ("medium", 2, 3, 0.75)
    ]
