"""The law for figures where answers did not come: what it lets pass, and what it finds."""

from __future__ import annotations

import pytest

from tests.chaos.left import Rows, Tables, contradictions

SCORES = {"a": 1.0, "b": 0.0, "c": 1.0, "d": 1.0}


def answers(lost: str = "", left_out: str = "", **scores: float) -> Rows:
    """The rows of by_question.csv of one variation."""
    found = []
    for name, score in ({**SCORES, **scores}).items():
        came = name not in lost
        cells = {"score": score, "score_if_wrong": score, "score_if_right": score} if came else {}
        figures = {"score": 0.0, "score_if_wrong": 0.0, "score_if_right": 1.0, **cells}
        row = {"variation": "v", "question_id": name, "status": "answered" if came else "failed"}
        found += [{**row, **{key: f"{cell:.6f}" for key, cell in figures.items()}}] * (name not in left_out)
    return found


def summary(score: str) -> Rows:
    return [{"variation": "v", "score": score}]


HEALTHY: Tables = {"by_question": answers(), "summary": summary("0.750000")}


def against(found: Tables, printed: str = "") -> list[str]:
    return [*contradictions(found, HEALTHY, printed, "it took 1.234 s")]


@pytest.mark.parametrize("found", [
    HEALTHY,
    {"by_question": answers(lost="ab"), "summary": summary("")},
    {"by_question": answers(lost="ab"), "summary": summary("nan")},
    {"by_question": answers(left_out="cd"), "summary": summary("0.500000")},
], ids=["whole", "none", "not known", "of those left"])  # fmt: skip
def test_what_holds_over_the_questions_that_are_left_passes(found: Tables) -> None:
    assert not against(found, "the score is 0.750, in 1.234 s")


@pytest.mark.parametrize(("found", "says"), [
    ({"by_question": answers(lost="b"), "summary": summary("0.750000")}, "1 answers did not come, and yet"),
    ({"by_question": answers(left_out="cd"), "summary": summary("0.750000")}, "not that of the questions left"),
    ({"by_question": answers(b=1.0)}, "b is not scored as in the healthy run"),
])  # fmt: skip
def test_what_does_not_is_found(found: Tables, says: str) -> None:
    assert any(says in line for line in against(found))


def test_a_row_of_growth_is_the_mean_of_so_many_answers_that_came() -> None:
    healthy = {"by_question": [{**row, "variation": "v 2x"} for row in answers()]}
    found = {"by_question": [{**row, "variation": "v 2x"} for row in answers(lost="b")]}
    row = {"variation": "v", "times": "2.0", "metric": "score", "forecast": "False", "questions": "3"}
    for mean, holds in (("1.000000", True), ("0.750000", False), ("", True)):
        growth = [{**row, "mean": mean}]
        assert bool([*contradictions({**found, "growth": growth}, healthy, "", "")]) != holds


def test_a_printed_figure_that_stands_in_no_table_is_found() -> None:
    assert against(HEALTHY, "the score is 0.111") == ["printed, and in no table: 0.111: the score is 0.111"]
