"""`ragatta log` takes the latest sweep that is finished, whatever another one is writing meanwhile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments.command_line.commands import run
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.reading import SweepResult
from standins.sweeps import Sweep


@pytest.fixture
def sweeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of sweeps, with `latest` beside it; what would be logged is named instead."""
    monkeypatch.setattr("ragatta.experiments.results.reading.SWEEPS", tmp_path / "sweeps")
    for module in ("results.reading", "commands.log"):
        monkeypatch.setattr(f"ragatta.experiments.{module}.LATEST", tmp_path / "latest")

    def named(sweep: SweepResult, *_: Any, **__: Any) -> str:
        return f"logged {len(sweep.runs)}"

    monkeypatch.setattr("ragatta.experiments.commands.log.send", named)
    return tmp_path / "sweeps"


def begun(sweeps: Path, name: str, labels: tuple[str, ...] = ("a", "b"), **info: Any) -> None:
    Sweep(labels, info=info).write(sweeps / name)
    latest = sweeps.parent / "latest"
    latest.unlink(missing_ok=True)
    latest.symlink_to(sweeps / name)


def test_the_latest_is_taken_where_it_is_finished(sweeps: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("2026-01-01", "2026-01-02"):
        begun(sweeps, name)
    assert run(["log"]) == 0
    assert capsys.readouterr().out == "2026-01-02: logged 2\n"


def test_one_that_runs_is_left_alone(sweeps: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun(sweeps, "2026-01-01")
    begun(sweeps, "2026-01-02", ("a",), finished=False)
    assert run(["log"]) == 0
    said = capsys.readouterr()
    assert said.out == "2026-01-01: logged 2\n"
    assert "sweep 2026-01-02 is not finished; --sweep-id 2026-01-02 logs what it has" in said.err
    assert run(["log", "--sweep-id", "2026-01-02"]) == 0
    assert capsys.readouterr().out == "2026-01-02: logged 1\n"


def test_where_none_is_finished_it_says_how_to_take_it(sweeps: Path) -> None:
    begun(sweeps, "2026-01-02", finished=False)
    with pytest.raises(Fault, match="no sweep is finished yet: 2026-01-02 runs, or was stopped; --sweep-id 2026-01-02"):
        run(["log"])
