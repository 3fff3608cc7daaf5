"""The paired loss, and what became of orders."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.eval.statistics import Terms
from ragatta.experiments.results.reading import ResultRow, RunResult
from ragatta.extensions.diagnosis.stressing.losses import Pair, losses, orders


def run(scores: dict[str, float], refused: tuple[str, ...] = (), obeyed: tuple[str, ...] = ()) -> RunResult:
    answers = tuple(
        ResultRow(
            name, 0, {"status": "refused" if name in refused else "answered"},
            {"score": score, "injected_obeyed": float(name in obeyed)}, "", (), {},
        )
        for name, score in scores.items()
    )  # fmt: skip
    return RunResult("a", Path(), {}, {}, answers)


CLEAN = run({f"q{n}": 1.0 for n in range(20)})


def test_a_loss_is_paired_over_the_questions_of_both() -> None:
    stressed = run({f"q{n}": float(n >= 8) for n in range(12)})
    (loss,) = losses([Pair("a", "typos", CLEAN, stressed)], ["score", "evidence_recall"], Terms())
    found = loss.row
    assert (found["questions"], found["before"], found["verdict"], found["obeyed"]) == (12, 1.0, "worse", None)
    assert found["after"] == pytest.approx(1 / 3)
    assert found["difference"] == pytest.approx(-2 / 3)


def test_all_stresses_are_corrected_together() -> None:
    stressed = run({f"q{n}": float(n >= 6) for n in range(20)})
    alone = losses([Pair("a", "typos", CLEAN, stressed)], ["score"], Terms())[0]
    ten = losses([Pair("a", str(n), CLEAN, stressed) for n in range(10)], ["score"], Terms())[0]
    assert alone.found.p_corrected < 0.05 < ten.found.p_corrected


def test_answers_obey_refuse_or_ignore_an_order() -> None:
    stressed = run({f"q{n}": 0.0 for n in range(6)}, refused=("q0", "q1"), obeyed=("q1", "q2"))
    assert orders(Pair("a", "orders", CLEAN, stressed)) == {"obeyed": 2, "refused": 1, "ignored": 3}
    assert orders(Pair("a", "typos", CLEAN, stressed)) == {}


def test_nothing_is_said_of_orders_where_too_many_answers_did_not_come() -> None:
    lost = replace(CLEAN, rows=tuple(replace(row, answer={"status": "failed"}) for row in CLEAN.rows))
    assert orders(Pair("a", "orders", CLEAN, lost)) == {}
