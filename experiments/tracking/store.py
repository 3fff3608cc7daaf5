"""MLflow: a parent run a sweep, a child run a variation, a trace an answer. The only room that imports mlflow, late.

The store is SQLite below mlruns/, because MLflow's file store is in maintenance. Nothing here is on a timed path.
"""

from __future__ import annotations

import json
import logging
import math
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import MLRUNS
from ragatta.experiments.showing.results import open_run
from ragatta.experiments.tracking.spans import Answered
from ragatta.experiments.tracking.traces import log_traces
from ragatta.pipeline.storage.locks import locked

DATABASE = MLRUNS / "mlflow.db"
STORE = f"sqlite:///{DATABASE}"
LIMIT = 100  # params that MLflow takes in one batch
TABLE = "questions.json"


def client() -> Any:
    """An MLflow client on the local store, which is made if it is not there yet (about 9 s, once)."""
    # Ragatta never calls home, and this must be known before the import.
    os.environ.setdefault("MLFLOW_DISABLE_TELEMETRY", "true")
    os.environ.setdefault("DO_NOT_TRACK", "true")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("mlflow.store.db.utils").setLevel(logging.WARNING)
    from mlflow.tracking import MlflowClient

    if odd := sorted(set("?#%") & set(str(MLRUNS))):
        raise Fault(
            f"{MLRUNS}: MLflow takes no {' '.join(odd)} in the path of its store; use another folder, or tracking=off"
        )
    MLRUNS.mkdir(parents=True, exist_ok=True)
    with locked(MLRUNS / ".lease"):
        if not DATABASE.exists():
            # Its tables come by dozens of migrations, which neither a kill nor a second process may find half done.
            building = MLRUNS / ".building.db"
            building.unlink(missing_ok=True)
            MlflowClient(tracking_uri=f"sqlite:///{building}").search_experiments(max_results=1)
            building.rename(DATABASE)
    return MlflowClient(tracking_uri=STORE)


def log_sweep(
    name: str,
    experiment: str,
    tags: Mapping[str, str],
    children: Sequence[Mapping[str, Any]],
    artifacts: Sequence[Path | str],
) -> list[str]:
    """Logs a sweep. A child has `name`, `params`, `metrics`, `tags` (with its `run_key`), `folder` (of its files, which
    become its artifacts), `table` (a column of values a name), and `questions` (the text by question id; empty where
    no traces are wanted). Returns the run ids, the parent's first."""
    mlflow = client()
    experiment_id = _experiment(mlflow, experiment)
    parent = mlflow.create_run(experiment_id, run_name=name, tags=dict(tags)).info.run_id
    status = "FAILED"
    try:
        for artifact in artifacts:
            mlflow.log_artifact(parent, str(artifact))
        ids = [parent]
        for child in children:
            ids.append(_log_child(mlflow, experiment_id, parent, {**child, "tags": {**tags, **child["tags"]}}))
        for child, run_id in zip(children, ids[1:], strict=True):
            if child["questions"]:
                log_traces(DATABASE, experiment_id, run_id, _answers(child))
        status = "FINISHED"
    finally:
        mlflow.set_terminated(parent, status)
    return ids


def _answers(child: Mapping[str, Any]) -> list[Answered]:
    """The answers in a child's files."""
    key, architecture = child["tags"]["run_key"], child["params"]["architecture.name"]
    rows = open_run(f"{child['folder']}/").rows
    return [Answered(key, architecture, child["questions"][row.question_id], row) for row in rows]


def log_report(sweep_id: str, path: Path) -> None:
    """Logs the file as an artifact of the sweep's parent run, in place of one of the same name. Raises Fault where the
    sweep is not in MLflow, because tracking was off or the store was deleted since."""
    missing = f"sweep {sweep_id} is not in MLflow, where {path.name} was to be logged; "
    if not DATABASE.exists():
        raise Fault(f"{missing}nothing was logged in {MLRUNS.name}/ yet: run the sweep with tracking.mlflow=true")
    mlflow = client()
    experiments = [experiment.experiment_id for experiment in mlflow.search_experiments()]
    found = mlflow.search_runs(experiments, f"tags.sweep_id = '{sweep_id}'")
    parents = [run.info.run_id for run in found if "mlflow.parentRunId" not in run.data.tags]
    if not parents:
        raise Fault(f"{missing}the same sweep again with tracking.mlflow=true logs it and asks nothing again")
    mlflow.log_artifact(parents[0], str(path))


def _experiment(mlflow: Any, name: str) -> str:
    found = mlflow.get_experiment_by_name(name)
    if found:
        return str(found.experiment_id)
    location = (MLRUNS / "artifacts" / re.sub(r"[^\w-]+", "_", name)).as_uri()  # a name is no path
    # This kind of experiment opens on a table of runs with their metrics, which is the comparison wanted here.
    return str(mlflow.create_experiment(name, location, tags={"mlflow.experimentKind": "custom_model_development"}))


def _log_child(mlflow: Any, experiment_id: str, parent: str, child: Mapping[str, Any]) -> str:
    from mlflow.entities import Metric, Param

    # As `log_table` would write it, which goes through pandas.
    table = {"columns": list(child["table"]), "data": list(zip(*child["table"].values(), strict=True))}
    shown = {"mlflow.parentRunId": parent, "mlflow.loggedArtifacts": json.dumps([{"path": TABLE, "type": "table"}])}
    run = mlflow.create_run(experiment_id, run_name=child["name"], tags={**child["tags"], **shown})
    run_id = str(run.info.run_id)
    params = [Param(key, str(value)[:6000]) for key, value in child["params"].items()]
    metrics = [
        Metric(key, float(value), run.info.start_time, 0)
        for key, value in child["metrics"].items()
        if isinstance(value, int | float) and not math.isnan(value)
    ]
    mlflow.log_batch(run_id, metrics=metrics, params=params[:LIMIT])
    for start in range(LIMIT, len(params), LIMIT):
        mlflow.log_batch(run_id, params=params[start : start + LIMIT])
    mlflow.log_dict(run_id, table, TABLE)
    mlflow.log_artifacts(run_id, str(child["folder"]))
    mlflow.set_terminated(run_id)
    return run_id


if __name__ == "__main__":
    client().search_experiments(max_results=1)
