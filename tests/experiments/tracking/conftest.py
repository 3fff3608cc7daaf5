"""MLflow over a SQLite store of its own. Making the tables takes seconds, so they are made once and copied."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments.tracking import target
from tests.standins.once import made_once


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty store."""

    def make(building: Path) -> None:
        from mlflow.tracking import MlflowClient

        MlflowClient(tracking_uri=f"sqlite:///{building}").search_experiments(max_results=1)

    return made_once(tmp_path_factory, "empty.db", make)


@pytest.fixture(scope="module")
def mlflow(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A client of the store below a mlruns/ of the module's own."""
    home = tmp_path_factory.mktemp("mlruns")
    shutil.copy(tables, home / "mlflow.db")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(target, "MLRUNS", home)
        patch.setattr(target, "DATABASE", home / "mlflow.db")
        patch.setenv("MLFLOW_TRACKING_URI", f"sqlite:///{home}/mlflow.db")  # MLflow would set it itself, to stay
        for name in ("MLFLOW_EXPERIMENT_NAME", "MLFLOW_EXPERIMENT_ID"):
            patch.delenv(name, raising=False)
        patch.setattr("ragatta.experiments.tracking.send.MLRUNS", home)
        patch.setattr("ragatta.experiments.tracking.otlp.MLRUNS", home)
        yield target.client()
