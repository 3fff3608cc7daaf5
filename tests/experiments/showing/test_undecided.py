"""A comparison hangs on undecided answers where its verdict changes with how they are settled."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.eval.statistics import Terms, compare_pairs
from ragatta.experiments.showing.results import ResultRow, RunResult
from ragatta.experiments.showing.undecided import settled_either_way

QUESTIONS = 40


def run(score: float, undecided: int = 0, text: str = "") -> RunResult:
    """The first `undecided` answers are guesses; `text` is what each says, its own question's number by default."""
    rows = []
    for number in range(QUESTIONS):
        guessed = number < undecided
        bounds = {"score_if_wrong": 0.0 if guessed else score, "score_if_right": 1.0 if guessed else score}
        scores = {"score": score, "undecided": float(guessed), **bounds}
        rows.append(ResultRow(f"q{number}", 0, {"answer": text or f"{score}"}, scores, "", (), {}))
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
    settled = settled_either_way(found, {"a": (ours, baseline, None)}, Terms())["a"]
    assert settled.hangs_on == hangs_on
    assert ("depends on" in settled.words) == bool(hangs_on)


def test_only_the_questions_that_are_compared_count() -> None:
    ours, baseline, only = run(1.0, 30), run(0.0), {f"q{number}" for number in range(30, QUESTIONS)}
    pair = tuple({q: own for q, own in side.scores().items() if q in only} for side in (ours, baseline))
    found = compare_pairs({"a": (pair[0], pair[1])})
    assert settled_either_way(found, {"a": (ours, baseline, only)}, Terms())["a"].hangs_on == 0
