"""Comparisons within each group of questions: the variations are corrected within it, twins are one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from ragatta.eval.groups import groups_of
from ragatta.experiments.command_line.commands import run
from ragatta.experiments.results.kinds import by_kind_csv_rows, comparisons_by_kind
from ragatta.experiments.results.reading import SweepResult, open_sweep
from ragatta.pipeline.types import Question
from standins.sweeps import Sweep

N = 24
MULTI = [f"Q_{n}" for n in range(1, N + 1) if n % 2]
SCORES = {
    (label, f"Q_{n}", 0): float(label == "better" and n % 2 == 1)
    for label in ("base", "better", "same")
    for n in range(1, N + 1)
}


@dataclass
class OfKinds(Sweep):
    """Odd questions have parts, even ones filters."""

    def _question(self, number: int) -> Question:
        question = super()._question(number)
        if number % 2:
            return replace(question, kind="multi", expected=("a", "b"), sub_questions=("x?", "y?"))
        return replace(question, filters={"year": {">": 2020}}, forbidden=("PWNED",))


@pytest.fixture
def sweep(tmp_path: Path) -> SweepResult:
    made = OfKinds(labels=("base", "better", "same"), questions=N, scores=SCORES)
    return open_sweep(f"{made.write(tmp_path / 'outputs/sweeps/2026-01-02T03-04-05')}/")


def test_groups_are_those_of_the_gold(sweep: SweepResult) -> None:
    assert groups_of(sweep.questions.values()) == {
        "filter": frozenset(sweep.questions) - frozenset(MULTI), "multi": frozenset(MULTI),
    }  # fmt: skip


def test_a_difference_is_shown_where_it_is_and_nowhere_else(sweep: SweepResult) -> None:
    found = comparisons_by_kind(sweep)
    assert {kind: {label: one.verdict for label, one in own.items()} for kind, own in found.items()} == {
        "filter": {"better": "not significant", "same": "not significant"},
        "multi": {"better": "better", "same": "not significant"},
    }
    one = found["multi"]["better"]
    assert (one.questions, one.difference, one.p) == (N // 2, 1.0, 2 / 2**12)
    assert one.p_corrected == 4 * one.p, "two variations in each of two kinds"


def test_every_variation_and_kind_is_a_row(sweep: SweepResult) -> None:
    rows = by_kind_csv_rows(sweep, comparisons_by_kind(sweep))
    assert [(row["kind"], row["variation"]) for row in rows] == [
        ("filter", "better"), ("filter", "same"), ("multi", "better"), ("multi", "same"),
    ]  # fmt: skip
    assert list(rows[0])[:4] == ["variation", "kind", "baseline", "metric"]
    assert rows[2]["words"] == "better"


def test_make_compare_tells_the_kinds_apart(
    sweep: SweepResult, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragatta.experiments.results.reading.SWEEPS", sweep.folder.parent)
    name = sweep.folder.name
    assert run(["compare", f"{name}:base", f"{name}:better", "--all"]) == 0
    told = capsys.readouterr().out
    table = told[told.index("score by kind of question") :]
    (multi,) = [line for line in table.splitlines() if line.startswith("│ multi")]
    assert [cell.strip() for cell in multi.split("│")][2:5] == ["12", "+1.000", "+0.471 to +1.000"]
    assert multi.split("│")[-2].strip() == "better"
