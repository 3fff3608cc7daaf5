"""MLflow's own environment says where to log; else it is the store of this clone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments.faults import Fault
from ragatta.experiments.tracking import target
from ragatta.pipeline.machine import kept as keeping


def test_the_environment_names_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "")
    assert target.tracking_uri() == f"sqlite:///{target.DATABASE}"
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "https://mlflow.example")
    assert target.tracking_uri() == "https://mlflow.example"
    assert target.client().tracking_uri == "https://mlflow.example"


def test_the_experiment_is_that_of_the_configuration_then_of_the_environment_then_of_the_dataset(
    mlflow: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def name(chosen: str) -> str:
        return str(mlflow.get_experiment(target.experiment_id(mlflow, chosen, "papers")).name)

    assert name("") == "papers"
    monkeypatch.setenv("MLFLOW_EXPERIMENT_NAME", "team")
    assert name("") == "team"
    monkeypatch.setenv("MLFLOW_EXPERIMENT_ID", mlflow.get_experiment_by_name("papers").experiment_id)
    assert name("") == "papers"
    assert name("own/one") == "own/one"
    assert str(mlflow.get_experiment_by_name("own/one").artifact_location).endswith("artifacts/own_one")


def test_a_password_is_not_shown() -> None:
    assert target.without_secrets("postgresql://me:secret@db/mlflow") == "postgresql://db/mlflow"
    assert target.without_secrets("postgresql://me:s@cret@db/mlflow") == "postgresql://db/mlflow"
    assert (
        target.without_secrets("postgresql://db/mlflow?user=me&password=secret")
        == "postgresql://db/mlflow?user=me&password=***"
    )
    assert target.without_secrets("sqlite:////a/b@c.db") == "sqlite:////a/b@c.db"


def test_a_path_that_mlflow_cannot_take_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "")
    monkeypatch.setattr(target, "MLRUNS", tmp_path / "a#b")
    with pytest.raises(Fault, match="use another folder"):
        target.client()


def test_an_empty_store_is_kept_for_the_next_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "PLACE", tmp_path / "kept")
    for name in ("one", "two"):
        monkeypatch.setenv("MLFLOW_TRACKING_URI", "")  # which MLflow sets itself
        monkeypatch.setattr(target, "MLRUNS", tmp_path / name)
        monkeypatch.setattr(target, "DATABASE", tmp_path / name / "mlflow.db")
        assert [one.name for one in target.client().search_experiments()] == ["Default"]
        assert [file.name for file in (tmp_path / name).glob("*.db")] == ["mlflow.db"]
        monkeypatch.setattr(target, "_empty", None)  # the second has what was kept
    (kept,) = (tmp_path / "kept").glob("*/*")
    kept.write_bytes(kept.read_bytes()[keeping.MARK :])
    with closing(sqlite3.connect(kept)) as database:  # its first experiment would name the first folder
        assert database.execute("SELECT COUNT(*) FROM experiments").fetchone() == (0,)
