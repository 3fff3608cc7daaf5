"""Two sweeps log at once to an MLflow server over PostgreSQL, which is killed and started again in the middle.

Needs PostgreSQL (a Debian package) and `make setup-postgres`, so that make test-extras runs it and make test does not.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments.paths import ROOT
from tests.standins.mlflow_server import BINARIES, MlflowServer, postgresql, until
from tests.standins.sweeps import Sweep

pytestmark = pytest.mark.skipif(
    not BINARIES or find_spec("psycopg") is None,
    reason="PostgreSQL is not here (apt-get install postgresql), or make setup-postgres was not run",
)
QUESTIONS, PASSWORD = 60, "s3cret-of-the-tests"
LABELS = ("baseline", "other")
SPANS = {"router_planner", "router", "retriever", "step 1"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[MlflowServer]:
    with postgresql() as database, MlflowServer(database, tmp_path) as made:
        yield made


def with_password(address: str) -> str:
    return address.replace("//", f"//me:{PASSWORD}@")


def logging(sweep: Path, home: Path, server: MlflowServer) -> subprocess.Popen[str]:
    """`ragatta log` of a sweep's folder: what the process after a sweep does too."""
    environment = {
        **os.environ, "RAGATTA_HOME": str(home), "MLFLOW_TRACKING_URI": with_password(server.address),
        "MLFLOW_EXPERIMENT_NAME": "team", "MLFLOW_HTTP_REQUEST_MAX_RETRIES": "2",
    }  # fmt: skip
    words = [sys.executable, "-m", "ragatta", "log", "--sweep-id", f"{sweep}/"]
    return subprocess.Popen(words, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def traces(mlflow: Any, run: Any) -> list[Any]:
    found, token = [], None
    while True:
        page = mlflow.search_traces(
            locations=[run.info.experiment_id], run_id=run.info.run_id, max_results=100, page_token=token
        )
        found += page
        if not (token := page.token):
            return found


def test_nothing_is_lost(server: MlflowServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLFLOW_TRACKING_URI", server.address)  # the records of a dataset are looked for there
    from mlflow.tracking import MlflowClient

    mlflow = MlflowClient()
    sweeps = [Sweep(LABELS, questions=QUESTIONS, seed=seed).write(tmp_path / f"s{seed}") for seed in (1, 2)]
    both = [logging(sweep, tmp_path / f"home{sweep.name}", server) for sweep in sweeps]

    def begun() -> bool:
        experiment = mlflow.get_experiment_by_name("team")
        return bool(experiment) and bool(
            mlflow.search_traces(locations=[experiment.experiment_id], max_results=1, include_spans=False)
        )

    until("traces arrive", begun)
    server.kill()
    server.start()
    said = [process.communicate() for process in both]
    assert all("Traceback" not in err for _, err in said), said

    for sweep in sweeps:  # what the dead server took with it, where the retries were not enough
        again = logging(sweep, tmp_path / f"home{sweep.name}", server)
        said.append(again.communicate())
        assert said[-1][0].count("sent to MLflow") == 1
        assert again.returncode == 0
        third, _ = logging(sweep, tmp_path / f"home{sweep.name}", server).communicate()
        assert f"0 of {len(LABELS) * QUESTIONS} traces sent to MLflow" in third

    assert PASSWORD not in str(said), "MLflow itself prints the address of a run"

    experiment = mlflow.get_experiment_by_name("team").experiment_id
    for sweep in sweeps:
        runs = mlflow.search_runs([experiment], f"tags.sweep_id = '{sweep.name}'")
        children = [run for run in runs if "mlflow.parentRunId" in run.data.tags]
        (parent,) = (run for run in runs if run not in children)
        assert {run.info.status for run in runs} == {"FINISHED"}
        assert sorted(run.data.tags["variation"] for run in children) == sorted(LABELS)
        assert {run.data.tags["mlflow.parentRunId"] for run in children} == {parent.info.run_id}
        assert len({run.inputs.dataset_inputs[0].dataset.digest for run in runs}) == 1
        for run in children:
            found = traces(mlflow, run)
            assert len(found) == len({trace.info.trace_id for trace in found}) == QUESTIONS
            assert all({span.name for span in trace.data.spans} == SPANS for trace in found)
            told = [sorted(one.name for one in trace.info.assessments) for trace in found]
            assert all(names == ["evidence_recall", "expected_response", "score"] for names in told)
    datasets = mlflow.search_datasets(experiment_ids=[experiment])
    assert len(datasets) == 2
    assert all(dataset.records for dataset in datasets)
