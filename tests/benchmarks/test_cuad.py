"""The table of CUAD, with its arithmetic."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import pytest

from benchmarks.cuad import always_absent, table
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.reading import ResultRow, RunResult, SweepResult
from ragatta.pipeline.types import Question


def presence(identity: str, expected: str) -> Question:
    return Question(identity, "Is there a clause?", "yes_no", expected, tags=("presence", "Insurance"))


QUESTIONS = [
    *(presence(f"a_{n}", expected) for n, expected in enumerate(("no", "no", "no", "yes"))),
    *(presence(f"b_{n}", expected) for n, expected in enumerate(("no", "yes"))),
    Question("a_clause", "What insurance?", "text", "Carry insurance", tags=("clause", "Insurance")),
    Question("b_clause", "What insurance?", "text", "Be insured", tags=("clause", "Insurance")),
]
RIGHT = {"a_0": 1.0, "a_1": 1.0, "a_2": 0.0, "a_3": 1.0, "b_0": 1.0, "b_1": 1.0, "a_clause": 0.5, "b_clause": 0.5}


def swept(
    scores: Mapping[str, float], questions: Sequence[Question] = QUESTIONS, nothing: Collection[str] = ()
) -> SweepResult:
    rows = [
        ResultRow(
            q.id,
            0,
            {"status": "no_information" if q.id in nothing else "answered"},
            {"score": scores[q.id], "evidence_recall": 1.0, "partial_match": 0.25},
            "",
            (),
            {},
        )
        for q in questions
    ]
    run = RunResult("baseline", Path("run"), {}, {}, tuple(rows))
    return SweepResult(Path("sweep"), {}, {q.id: q for q in questions}, (run,))


def test_always_absent_is_right_where_nothing_is() -> None:
    asked = [question for question in QUESTIONS if "presence" in question.tags]
    assert always_absent(asked) == {"a": [1, 1, 1, 0], "b": [1, 0]}


def test_a_contract_counts_once() -> None:
    head, heading, _, floor, row = table(swept(RIGHT))
    assert head == "2 contracts, 8 questions, 6 of them of presence\n"
    assert [cell.strip() for cell in heading.strip("|").split("|")][1] == "accuracy"
    # contracts: 3/4 and 1/2 always absent; 3/4 and 2/2 answered
    assert floor.startswith("| always-absent | 0.625 (")
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[0] == "baseline"
    assert cells[1].startswith("0.875 (")
    assert cells[2].startswith("+0.250 (")
    assert cells[3:5] == ["1.000", f"{(2 / 3 + 1) / 2:.3f}"]
    assert cells[5] == "1.000"
    assert cells[6].startswith("1.000 (")
    assert cells[7].startswith("0.250 (")


def test_nothing_found_says_that_nothing_is_there() -> None:
    nothing = {"a_0", "a_3", "b_0"}  # expected are no, yes, no
    *_, row = table(swept({**RIGHT, **dict.fromkeys(nothing, 0.0)}, nothing=nothing))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[1].startswith("0.750 (")  # contracts: 2/4 and 2/2
    assert cells[3:6] == ["0.500", f"{(2 / 3 + 1) / 2:.3f}", "0.500"]


def test_another_dataset_is_refused() -> None:
    other = [Question("a", "How?", "text", "so")]
    with pytest.raises(Fault, match="ragatta sweep --dataset cuad"):
        list(table(swept({"a": 1.0}, other)))
