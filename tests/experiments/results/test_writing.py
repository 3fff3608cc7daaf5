"""When the tables of a sweep are written."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.on_record.places import Records
from ragatta.experiments.results import writing
from ragatta.experiments.results.reading import open_sweep
from ragatta.experiments.results.summary import Run
from ragatta.experiments.results.writing import Results
from tests.experiments.results.test_stages import answer, stage

POINTS = compose_grid(["retrieval.top_k=3,5,7"])


@pytest.fixture
def results(tmp_path: Path) -> Results:
    """Of a sweep, without a run yet."""
    resources: Any = SimpleNamespace(
        dataset=SimpleNamespace(
            questions=[], not_asked=[], drawn=None, name="d", edition="", records=Records(tmp_path)
        ),
        documents=SimpleNamespace(names=lambda: ["a.pdf"]),
        measured=SimpleNamespace(stages=list),
        started=0.0,
    )
    made = Results(tmp_path / "sweep", resources)
    made.begin(POINTS)
    return made


def a_run(number: int, run_key: str = "") -> Run:
    record = {"status": "answered", "text": "x", "steps": [], "confidence": "high"}
    row = answer(1, stage("retriever", 1.0))
    row = replace(row, entry=replace(row.entry, record=record), scores={"score": 1.0, "evidence_recall": None})
    key = run_key or f"{number:064}"
    return Run(POINTS[number], key, "c", "d", "m", 1, 0, 0, (row,), keys={"run_key": key})


def test_the_tables_follow_the_runs_now_and_then_and_at_the_end(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = iter([10.0, 10.0, 11.0, 15.0, 30.0, 30.0, 31.0])
    monkeypatch.setattr(writing, "monotonic", lambda: next(now))

    def written() -> list[str]:
        sweep = open_sweep(f"{results.folder}/")
        assert [row["variation"] for row in sweep.summary] == [run.label for run in sweep.runs]
        return [run.label for run in sweep.runs]

    results.add(a_run(0))
    assert written() == ["top_k=3"], "the first at once"
    results.add(a_run(1))
    assert written() == ["top_k=3"], "it took a second: not within the next ten"
    results.add(a_run(2))
    assert written() == ["top_k=3", "top_k=5", "top_k=7"]
    assert json.loads((results.folder / "sweep.json").read_text("utf-8"))["finished"]
    results.write_tables()


def test_a_run_that_came_since_is_in_the_tables_at_the_end(results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "PAUSE", math.inf)
    for number in range(3):
        results.add(a_run(number))
    assert len(open_sweep(f"{results.folder}/").runs) == 1
    results.write_tables()
    assert len(open_sweep(f"{results.folder}/").runs) == 3
    assert len((results.folder / "by_question.csv").read_text("utf-8").splitlines()) == 4


def test_runs_with_the_same_answers_are_said_and_each_point_has_its_value(results: Results) -> None:
    results.add(a_run(0))
    results.add(a_run(1, a_run(0).run_key))
    assert [run.same_as for run in results.runs] == ["", "top_k=3"]
    first, second, missing = results.values_of(POINTS)
    assert (first, second) == (1.0, 1.0)
    assert math.isnan(missing)
