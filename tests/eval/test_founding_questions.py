"""Each loss of a founding question is a regression in the shipped gates, and of any question in that of `ragatta init`.

A loss is planted in one variation at a time: the score, one piece of the evidence, all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from ragatta.eval.gate.decision import Board, Outcome, Seen, judge
from ragatta.eval.metrics import RETRIEVAL
from ragatta.experiments.commands.init import FILES
from ragatta.experiments.gate.expected import Gate, Recorded, read_gates
from ragatta.experiments.gate.rewrite import rewrite
from ragatta.experiments.paths import ROOT

GATES = read_gates(ROOT / "eval" / "expected.yaml")
FOUNDING = ("EF_1", "EF_2", "EF_3", "EF_4")
ASKED = [
    (name, id_) for name, gate in GATES.items() if gate.recorded for id_ in FOUNDING if id_ in gate.recorded.questions
]
BESIDE = 8  # other questions, beside which it is one of many


def losses(seen: Seen) -> Iterator[tuple[str, Seen]]:
    if seen.score:
        yield "score", replace(seen, score=0.0)
    held = [at for at, mark in enumerate(seen.reached) if mark == "1"]
    for lost in [*([at] for at in held), held] if held else []:
        reached = "".join("0" if at in lost else mark for at, mark in enumerate(seen.reached))
        others = {**seen.others, RETRIEVAL: reached.count("1") / len(reached)}
        yield f"evidence {lost}", replace(seen, reached=reached, others=others)


def planted(board: Board, question: str) -> Iterator[tuple[str, Board, Board]]:
    """For each variation and loss its name, what would be measured, and what is recorded."""
    for variation, questions in board.items():
        others = {id_: questions[id_] for id_ in islice((id_ for id_ in questions if id_ != question), BESIDE)}
        recorded = {question: questions[question], **others}
        for name, seen in losses(questions[question]):
            yield f"{variation}: {name}", {variation: {**recorded, question: seen}}, {variation: recorded}


def unnoticed(gate: Gate, question: str) -> list[str]:
    assert gate.recorded
    found = [(name, judge(*boards, gate.limits)) for name, *boards in planted(gate.recorded.board, question)]
    assert found, "there is something to lose"
    return [name for name, told in found if told.outcome is not Outcome.REGRESSION or not told.questions[0].too_far]


def test_the_gates_ask_the_founding_questions() -> None:
    assert {id_ for _, id_ in ASKED} == {*FOUNDING}


@pytest.mark.parametrize(("gate", "question"), ASKED)
def test_each_loss_of_a_founding_question_is_a_regression(gate: str, question: str) -> None:
    assert unnoticed(GATES[gate], question) == []


def test_each_loss_of_a_first_question_is_a_regression(tmp_path: Path) -> None:
    path, template = tmp_path / "expected.yaml", (FILES / "expected.yaml").read_text(encoding="utf-8")
    path.write_text(template.replace("@COMMAND@", "ragatta sweep --grid mine"), encoding="utf-8")
    assert read_gates(path)["mine"].limits.critical == {}, "nothing is recorded yet"
    whole, half = (
        Seen(1.0, 1.0, "1", others={RETRIEVAL: 1.0}),
        Seen(0.0, 0.5, "10", "not_retrieved", others={RETRIEVAL: 0.5}),
    )
    board = {"v": {"Q_1": whole, "Q_2": half}, "w": {"Q_1": half, "Q_2": half}}
    rewrite(path, read_gates(path)["mine"], Recorded("pdfs", "d0", ("v", "w"), board))
    gate = read_gates(path)["mine"]
    assert "critical: all" in path.read_text(encoding="utf-8")
    assert [unnoticed(gate, question) for question in ("Q_1", "Q_2")] == [[], []]
