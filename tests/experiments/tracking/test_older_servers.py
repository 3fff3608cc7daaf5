"""Servers of MLflow that lack something, or whose artifacts lie on a disk of their own: the rest is logged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mlflow.exceptions import MlflowException
from mlflow.protos.databricks_pb2 import ErrorCode
from requests import HTTPError, Response

from ragatta.experiments.faults import Fault
from ragatta.experiments.results.reading import open_sweep
from ragatta.experiments.tracking import runs, target, traces
from ragatta.pipeline.machine.checksums import Note
from tests.standins.sweeps import Sweep

NOT_THERE = "API request to endpoint /api/3.0/mlflow/{} failed with error code 404 != 200. Response body: '<html>'"

NOT_HERE = FileNotFoundError(2, "No such file or directory", "/srv/of-the-server")


class Server:
    """A client of the store, as an older server, or one whose artifacts go elsewhere, answers it."""

    def __init__(
        self, mlflow: Any, lacking: tuple[str, ...] = (), refusing: str = "", fault: OSError = NOT_HERE
    ) -> None:
        self._mlflow, self._lacking, self._refusing, self._fault = mlflow, lacking, refusing, fault

    def __getattr__(self, name: str) -> Any:
        if name in self._lacking:
            return self._lacks
        if name == self._refusing:
            return self._refuse
        return getattr(self._mlflow, name)

    def _lacks(self, *_: Any, **__: Any) -> None:
        raise MlflowException(NOT_THERE.format("datasets/search"), error_code=ErrorCode.Value("ENDPOINT_NOT_FOUND"))

    def _refuse(self, *_: Any, **__: Any) -> None:
        raise self._fault


@pytest.fixture
def older(mlflow: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(target, "is_server", lambda _uri: True)
    monkeypatch.setattr(target, "reach", lambda: None)
    monkeypatch.setattr(target, "_version", lambda: "2.22.1")
    (target.MLRUNS / "artifacts").mkdir(exist_ok=True)
    return mlflow


def test_an_older_server_takes_all_but_what_it_lacks(
    older: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweep = open_sweep(f"{Sweep(questions=1, mlflow=True).write(tmp_path / 'older')}/")
    server = Server(older, lacking=("search_datasets", "search_traces"))
    monkeypatch.setattr(target, "client", lambda: server)
    with pytest.warns(Note) as notes:
        experiment, sent = traces.log_sweep(sweep, {run.label: () for run in sweep.runs}, lambda *_: None)
    assert sent is None
    said = {str(note.message) for note in notes}
    assert any("is of version 2.22.1 and takes no evaluation datasets, " in one for one in said)
    assert any("is of version 2.22.1 and takes no traces, " in one for one in said)
    logged = older.search_runs([experiment], "tags.sweep_id = 'older'")
    assert {run.info.status for run in logged} == {"FINISHED"}
    assert all(run.data.metrics for run in logged)


def test_a_path_of_the_server_is_named_and_figures_stand(older: Any, tmp_path: Path) -> None:
    sweep = open_sweep(f"{Sweep(questions=1, mlflow=True).write(tmp_path / 'disk')}/")
    with pytest.warns(Note, match=r"a path of its own disk \(/srv/of-the-server\).*--serve-artifacts"):
        logged = runs.log_runs(Server(older, refusing="log_dict"), sweep)
    run = older.get_run(logged.runs["baseline"])
    assert run.info.status == "FINISHED"
    assert run.data.metrics


def _refused(status: int) -> HTTPError:
    reply = Response()
    reply.status_code, reply.reason = status, "Because"
    return HTTPError(f"{status} Because", response=reply)


def test_figures_stand_where_artifacts_are_refused(older: Any, tmp_path: Path) -> None:
    sweep = open_sweep(f"{Sweep(questions=1, mlflow=True).write(tmp_path / 'refused')}/")
    with pytest.warns(Note, match=r"refuses artifacts \(413 Because\): no files are logged; "):
        logged = runs.log_runs(Server(older, refusing="log_artifacts", fault=_refused(413)), sweep)
    run = older.get_run(logged.runs["baseline"])
    assert run.info.status == "FINISHED"
    assert run.data.metrics


@pytest.mark.parametrize("status", [429, 503])
def test_artifacts_that_fail_are_sent_another_time(older: Any, tmp_path: Path, status: int) -> None:
    sweep = open_sweep(f"{Sweep(questions=1, mlflow=True).write(tmp_path / f'later{status}')}/")
    with pytest.raises(HTTPError):
        runs.log_runs(Server(older, refusing="log_artifacts", fault=_refused(status)), sweep)
    logged = runs.log_runs(older, sweep)
    assert [file.path for file in older.list_artifacts(logged.runs["baseline"])]


@pytest.mark.usefixtures("older")
def test_a_path_of_another_machine_is_not_made_here(tmp_path: Path) -> None:
    """MLflow's client would make it and say nothing, and the server would never find the files."""
    place, made = tmp_path / "srv" / "1" / "run" / "artifacts", tmp_path / "made"
    with pytest.warns(Note, match=rf"a path of its own disk \({tmp_path}/srv\)"):
        target.send_files(f"{place}", made.mkdir)
    assert not made.exists()
    (tmp_path / "srv").mkdir()  # a folder that both share
    target.send_files(f"{place}", made.mkdir)
    assert made.exists()


@pytest.mark.usefixtures("older")
def test_another_fault_of_the_disk_is_not_the_servers(tmp_path: Path) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device", str(tmp_path))

    (tmp_path / "1").mkdir()
    with pytest.raises(OSError, match="No space left"):
        target.send_files(f"{tmp_path}/1/run/artifacts", full)


def test_a_report_is_told_the_same(older: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sweep = open_sweep(f"{Sweep(questions=1, mlflow=True).write(tmp_path / 'told')}/")
    experiment = runs.log_runs(older, sweep).experiment_id
    monkeypatch.setattr(target, "client", lambda: Server(older, refusing="log_artifact"))
    with pytest.warns(Note, match="a path of its own disk"):
        runs.log_file("told", tmp_path / "report.html")
    older.delete_experiment(experiment)
    with pytest.raises(Fault, match=rf"was deleted: .*restore -x {experiment}"):
        runs.log_file("told", tmp_path / "report.html")
    older.restore_experiment(experiment)


def test_an_experiment_that_the_environment_names_and_the_store_lacks(
    mlflow: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MLFLOW_EXPERIMENT_ID", "977")
    with pytest.raises(Fault, match=r"MLFLOW_EXPERIMENT_ID=977: .*; unset it, or name an experiment of "):
        target.experiment_id(mlflow, "", "papers")


def test_no_run_stays_open(mlflow: Any, tmp_path: Path) -> None:
    sweep = open_sweep(f"{Sweep(questions=1, mlflow=True).write(tmp_path / 'open')}/")
    for name in ("search_datasets", "log_inputs"):
        with pytest.raises(MlflowException):
            runs.log_runs(Server(mlflow, lacking=(name,)), sweep)
        experiment = mlflow.get_experiment_by_name(sweep.info["dataset"]).experiment_id
        left = mlflow.search_runs([experiment], "tags.sweep_id = 'open'")
        assert {run.info.status for run in left} == {"FAILED"}


def test_a_deleted_experiment_is_named_and_restored_by_what_is_said(
    mlflow: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MLFLOW_EXPERIMENT_NAME", "gone")
    sweep = open_sweep(f"{Sweep(questions=1, mlflow=True).write(tmp_path / 'gone')}/")
    experiment = runs.log_runs(mlflow, sweep).experiment_id
    mlflow.delete_experiment(experiment)
    said = rf'"gone" was deleted: `MLFLOW_TRACKING_URI=\S+ mlflow experiments restore -x {experiment}` restores it'
    with pytest.raises(Fault, match=said):
        runs.log_runs(mlflow, sweep)
    mlflow.restore_experiment(experiment)
    assert runs.log_runs(mlflow, sweep).experiment_id == experiment
