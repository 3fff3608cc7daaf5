"""The process beside a sweep logs what the command would, and no sweep depends on it."""

from __future__ import annotations

import io
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from ragatta.experiments.results.reading import open_sweep
from ragatta.experiments.tracking import beside
from ragatta.experiments.tracking.beside import Beside, begin
from tests.standins.sweeps import Sweep


def test_it_logs_the_sweep_and_its_words_are_the_commands(
    tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sweep = open_sweep(f"{Sweep(questions=1, mlflow=True).write(tmp_path / 's')}/")
    store = tmp_path / "mlflow.db"
    store.write_bytes(tables.read_bytes())
    monkeypatch.setattr(beside, "HOME", tmp_path)
    monkeypatch.setenv("MLFLOW_TRACKING_URI", f"sqlite:///{store}")
    for name in ("MLFLOW_EXPERIMENT_NAME", "MLFLOW_EXPERIMENT_ID"):
        monkeypatch.delenv(name, raising=False)
    logger = Beside()
    assert logger.track(sweep) == 0
    assert capsys.readouterr().err.splitlines()[0] == "logging to MLflow"
    with closing(sqlite3.connect(store)) as database:
        assert database.execute("SELECT count(*) FROM runs WHERE status = 'FINISHED'").fetchone() == (3,)
    assert logger._process.wait(60) == 0, "it has ended when the traces are sent"
    assert "2 of 2 traces sent to MLflow" in (sweep.folder / "traces.log").read_text()


def test_where_it_has_died_the_command_logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/true")
    monkeypatch.setattr(beside, "track", lambda _sweep: 7)
    assert Beside().track(open_sweep(f"{Sweep(questions=1).write(tmp_path / 's')}/")) == 7


def test_it_ends_with_a_command_that_has_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "NICE", 0)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(beside, "track", lambda *_: pytest.fail("nothing is logged"))
    beside.main([])


@pytest.mark.parametrize(
    ("logged", "imported", "begun"), [(True, False, True), (False, False, False), (True, True, False)]
)
def test_it_is_begun_where_it_saves_an_import(
    logged: bool, imported: bool, begun: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beside, "Beside", lambda: "begun")
    monkeypatch.setattr(sys, "modules", {"mlflow": None} if imported else {})
    monkeypatch.setattr(beside, "is_here", lambda _module: True)
    assert begin(SimpleNamespace(mlflow=logged)) == ("begun" if begun else None)
