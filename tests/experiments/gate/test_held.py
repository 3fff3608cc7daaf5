"""A metric of a user's own is compared, refused or named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.eval.gate.decision import Seen
from ragatta.eval.metrics import Metric
from ragatta.experiments.faults import Fault
from ragatta.experiments.gate import run
from ragatta.experiments.gate.expected import Recorded
from ragatta.experiments.results.reading import ResultRow, RunResult, SweepResult

PATH = Path("expected.yaml")
Declaring = Callable[[Metric], None]


@pytest.fixture
def declaring(monkeypatch: pytest.MonkeyPatch) -> Declaring:
    """Declares a metric of a scorer from outside."""

    def declare(metric: Metric) -> None:
        monkeypatch.setattr(run, "declared", lambda: {metric.name: metric})
        monkeypatch.setattr(run, "from_outside", lambda: {metric.name: "tone"})
        monkeypatch.setattr(run, "other_keys", lambda: [metric.name] if metric.gate else [])

    return declare


def measured() -> SweepResult:
    answer = {"status": "answered", "limitations": "", "context": [], "sub_answers": []}
    row = ResultRow("a", 0, answer, {"score": 1.0, "polite": 0.5}, "", (), {})
    return SweepResult(Path(), {"dataset": "d"}, {}, (RunResult("v", Path(), {}, {}, (row,)),))


def recorded(**others: float) -> Recorded:
    board = {"v": {"a": Seen(1.0, others=others)}}
    return Recorded("d", "d0", ("v",), board, documents={"a.pdf": "x"}, settings={"v": {"window.size": 1}})


def test_a_gated_metric_that_the_record_lacks_is_a_fault(declaring: Declaring) -> None:
    declaring(Metric("polite", "share of polite words", gate="mean"))
    with pytest.raises(Fault, match=r"polite of the scorer tone is not in the record; ragatta regress --update"):
        run.check_held(measured(), recorded(), PATH)
    run.check_held(measured(), recorded(polite=0.5), PATH)
    assert [*run.remarks(measured(), recorded(polite=0.5))] == []


def test_a_metric_that_is_not_gated_is_named(declaring: Declaring) -> None:
    declaring(Metric("polite", "share of polite words"))
    run.check_held(measured(), recorded(), PATH)
    assert [*run.remarks(measured(), recorded())] == [
        "not held by the gate, as its scorer declares: polite (Metric.gate)"
    ]


def test_a_metric_of_ragattas_own_that_is_newer_than_the_record_is_named(
    declaring: Declaring, monkeypatch: pytest.MonkeyPatch
) -> None:
    declaring(Metric("polite", "share of polite words", gate="mean"))
    monkeypatch.setattr(run, "from_outside", dict)
    run.check_held(measured(), recorded(), PATH)
    (said,) = run.remarks(measured(), recorded())
    assert said.startswith("not compared, because the record is older: polite;")
    older = replace(recorded(polite=0.5), documents={}, settings={})
    (said,) = run.remarks(measured(), older)
    assert said.startswith("recorded without documents and settings")


@pytest.mark.parametrize("switch", ["judge", "judged"])
def test_what_needs_a_judge_cannot_be_gated(switch: str) -> None:
    (said,) = Metric("polite", "as a judge finds", gate="mean", on_request=switch).problems()  # type: ignore[arg-type]
    assert said == f"polite: the gate asks no judge and cannot hold what needs scoring.{switch}"
