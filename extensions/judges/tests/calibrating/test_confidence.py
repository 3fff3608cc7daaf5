"""Thresholds of the confidence: chosen on one half, measured on the other, or none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ragatta.experiments.results.reading import ResultRow, RunResult
from ragatta.extensions.judges.calibrating.confidence import Rated, held, proposed, rated_answers
from ragatta.pipeline.agents.answering.confidence import Thresholds
from standins.commands import Command


def answers(*bands: tuple[float, float]) -> list[Rated]:
    """Of each band (similarity, share that is right) 200 questions."""
    return [
        Rated(f"{similarity}_{number}", ((similarity, 0),), float(number < 200 * share))
        for similarity, share in bands
        for number in range(200)
    ]


def test_the_lowest_thresholds_that_are_borne_out() -> None:
    bands = answers((0.72, 0.98), (0.55, 0.8), (0.31, 0.3))
    found = proposed(bands)
    assert found == Thresholds(0.719, 0.549)
    levels = held(bands, found, {})
    assert levels["high"].questions == 80
    assert levels["high"].right
    assert levels["high"].right.mean > 0.93
    assert levels["medium"].right
    assert levels["medium"].right.low < 0.8 < levels["medium"].right.high


def test_none_where_no_similarity_tells_right_from_wrong() -> None:
    assert proposed(answers((0.9, 0.6), (0.5, 0.6))) == "no threshold has 10 questions above it of which 0.9 are right"
    few = [one._replace(question="a") for one in answers((0.9, 1.0))]
    assert isinstance(proposed(few), str)
    assert held(few, Thresholds(), {})["high"].right is None


def test_without_a_medium_of_its_own_both_are_one() -> None:
    assert proposed(answers((0.9, 1.0), (0.5, 0.1))) == Thresholds(0.899, 0.899)


def row(confidence: str, *parts: list[float]) -> ResultRow:
    answer = {"status": "answered", "confidence": confidence, "steps": [{"details": {"rated": [*parts]}}]}
    return ResultRow("a", 0, answer, {"score": 1.0}, "", (), {})


def test_an_answer_counts_whose_confidence_its_thresholds_explain() -> None:
    run = RunResult("a", Path(), {"confidence": {"high": 0.5, "medium": 0.2}}, {}, (
        row("high", [0.6, 0]), row("medium", [0.6, 0], [0.3, 0]), row("low", [0.6, 0]), row("high"),
    ))  # fmt: skip
    assert [one.parts for one in rated_answers(run)] == [((0.6, 0),), ((0.6, 0), (0.3, 0))]
    refused = replace(run, rows=(replace(run.rows[0], answer={**run.rows[0].answer, "status": "no_information"}),))
    assert rated_answers(refused) == []


def test_the_command(command: Command, documents: Path) -> None:
    own = ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv"]
    swept = command("sweep", "--sweep", "none", *own, "tracking=off", "confidence.high=0.7")
    assert swept.returncode == 0, swept.stderr
    assert "baseline: no threshold has 10 questions above it" in command("calibrate", "--confidence", "latest").stdout
