"""The port of ragatta ui is one, or is refused; of a server, it prints the pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.experiments.command_line.commands import run
from ragatta.experiments.faults import Fault


@pytest.mark.parametrize("port", ["0", "65536", "²", "-1", "5000 5001", "x", "1e3", "99999999999"])
def test_what_is_no_port_is_refused(port: str) -> None:
    with pytest.raises(Fault, match="must be a number from 1 to 65535"):
        run(["ui", "--port", port])


def test_a_server_has_a_ui_of_its_own_whose_pages_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "summary.csv").write_text("variation,mlflow_run_id\nbaseline,abc\n", encoding="utf-8")
    monkeypatch.setattr("ragatta.experiments.commands.ui.LATEST", tmp_path)
    monkeypatch.setattr("ragatta.experiments.tracking.store.experiment_of", {"abc": "7"}.get)
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "https://me:secret@mlflow.example/")
    assert run(["ui"]) == 0
    said = capsys.readouterr().out
    assert "https://mlflow.example/#/experiments/7/evaluation-runs" in said
    assert "secret" not in said
