"""make ui: starts the MLflow UI for this clone's store, on this machine only."""

from __future__ import annotations

import csv
import json
import os
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from ragatta.experiments.faults import Fault, run_command
from ragatta.experiments.paths import LATEST
from ragatta.experiments.tracking.store import DATABASE, STORE

MOST = 65_535  # ports that there are


def main(arguments: list[str]) -> int:
    port = " ".join(arguments) or "5000"
    if not re.fullmatch(r"[1-9][0-9]{0,4}", port) or int(port) > MOST:
        raise Fault(f"PORT={port} must be a number from 1 to {MOST}")
    if not DATABASE.exists():
        raise Fault("nothing is logged yet: run make sweep first")
    print(f"MLflow UI: http://127.0.0.1:{port}  (stop with Ctrl-C)")
    if ids := _latest_runs():
        runs, experiments = quote(json.dumps(ids)), quote(json.dumps(_experiments(ids)))
        page = f"compare-runs?runs={runs}&experiments={experiments}"
        print(f"The latest sweep's runs side by side: http://127.0.0.1:{port}/#/{page}")
    sys.stdout.flush()
    mlflow = str(Path(sys.executable).with_name("mlflow"))
    os.environ["MLFLOW_DISABLE_TELEMETRY"] = "true"
    words = ["ui", "--backend-store-uri", STORE, "--host", "127.0.0.1", "--port", port]
    os.execv(mlflow, [mlflow, *words, "--workers", "1"])


def _latest_runs() -> list[str]:
    """The MLflow runs of the latest sweep."""
    try:
        with (LATEST / "summary.csv").open(encoding="utf-8") as stream:
            return [row["mlflow_run_id"] for row in csv.DictReader(stream) if row.get("mlflow_run_id")]
    except FileNotFoundError:
        return []


def _experiments(run_ids: list[str]) -> list[str]:
    """The MLflow experiments that the runs belong to. Read from the store itself: importing MLflow takes seconds."""
    with closing(sqlite3.connect(DATABASE)) as store:
        held = dict(store.execute("select run_uuid, experiment_id from runs"))
    return sorted({str(held[run_id]) for run_id in run_ids if run_id in held})


if __name__ == "__main__":
    run_command(main)
