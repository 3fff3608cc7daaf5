"""A comparison hangs on undecided answers where its verdict changes with how they are settled."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.eval.statistics import Terms, compare_pairs
from ragatta.experiments.results.reading import ResultRow, RunResult
from ragatta.experiments.results.undecided import settled_either_way

QUESTIONS = 40


def run(score: float, undecided: int = 0, text: str = "") -> RunResult:
    """The first `undecided` answers are guesses; `text` is what each says, its own question's number by default."""
    rows = []
    for number in range(QUESTIONS):
        guessed = number < undecided
        bounds = {"score_if_wrong": 0.0 if guessed else score, "score_if_right": 1.0 if guessed else score}
        scores = {"score": score, "undecided": float(guessed), **bounds}
        answer = {"status": "answered", "answer": text or f"{score}"}
        rows.append(ResultRow(f"q{number}", 0, answer, scores, "", (), {}, undecided="a guess" if guessed else ""))
    return RunResult("r", Path(), {}, {}, tuple(rows))


@pytest.mark.parametrize(
    ("ours", "baseline", "hangs_on"),
    [
        (run(1.0), run(0.0), 0),
        (run(1.0, 2), run(0.0, 2), 0),  # better however four of eighty are settled
        (run(1.0, 30), run(0.0, 30), 60),
        (run(1.0, 30), run(0.0), 0),  # ten are right anyway
        (run(1.0, 38), run(0.0), 38),
        (run(1.0, 30, "alike"), run(1.0, 30, "alike"), 0),  # the same answer is settled alike
    ],
)
def test_the_answers_that_a_verdict_hangs_on_are_counted(ours: RunResult, baseline: RunResult, hangs_on: int) -> None:
    found = compare_pairs({"a": (ours.scores(), baseline.scores())})
    settled = settled_either_way(found, {"a": (ours, baseline, None)}, Terms(), "score")["a"]
    assert settled.hangs_on == hangs_on
    assert ("depends on" in settled.words) == bool(hangs_on)


def test_only_the_questions_that_are_compared_count() -> None:
    ours, baseline, only = run(1.0, 30), run(0.0), {f"q{number}" for number in range(30, QUESTIONS)}
    pair = tuple({q: own for q, own in side.scores().items() if q in only} for side in (ours, baseline))
    found = compare_pairs({"a": (pair[0], pair[1])})
    assert settled_either_way(found, {"a": (ours, baseline, only)}, Terms(), "score")["a"].hangs_on == 0


def without(run: RunResult, number: int) -> RunResult:
    """The first answers did not come; the others stay."""
    lost = {"status": "failed", "failure": "not_answered", "answer": ""}
    rows = [
        replace(row, answer=lost, scores={**row.scores, "evidence_recall": 0.0}) if place < number else row
        for place, row in enumerate(run.rows)
    ]
    return replace(run, rows=tuple(rows), config={"comparison": {"not_answered": 1.0}})


def measured(value: float) -> RunResult:
    rows = (replace(row, scores={**row.scores, "evidence_recall": value}) for row in run(value).rows)
    return replace(run(value), rows=tuple(rows))


@pytest.mark.parametrize(("lost", "hangs_on"), [(2, 0), (38, 38)])
@pytest.mark.parametrize("metric", ["score", "evidence_recall"])
def test_an_answer_that_did_not_come_may_be_worth_anything_by_every_metric(
    metric: str, lost: int, hangs_on: int
) -> None:
    ours, baseline = measured(1.0), without(measured(0.0), lost)
    found = compare_pairs({"a": (ours.scores(metric), baseline.scores(metric))})
    settled = settled_either_way(found, {"a": (ours, baseline, None)}, Terms(), metric)["a"]
    assert (settled.hangs_on, settled.hangs_on_lost) == (0, hangs_on)
    assert settled.words == ("better" if not hangs_on else "better; depends on 38 answers that did not come")


def test_of_a_run_of_which_too_many_answers_did_not_come_nothing_is_known() -> None:
    allowed = replace(without(measured(1.0), 2), config={"comparison": {"not_answered": 0.05}})
    too_many = replace(without(measured(1.0), 3), config={"comparison": {"not_answered": 0.05}})
    assert allowed.scores()
    assert len(allowed.only_came.rows) == QUESTIONS - 2
    assert not too_many.scores()
    assert not too_many.metrics
    assert not too_many.only_came.rows
