"""The MLflow UI on 127.0.0.1, over the store here or that of $MLFLOW_TRACKING_URI; of a server, its address."""

from __future__ import annotations

import csv
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from time import sleep

from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import option
from ragatta.experiments.extras import brought_by, mlflow_ui_is_here
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import LATEST
from ragatta.experiments.progress import waiting
from ragatta.experiments.tracking import target

HOST = "127.0.0.1"
MOST = 65_535  # ports that there are
EVERY_S = 0.1


@command(__doc__, "ui", "ui --port 5001")
@option("--port", default="5000", metavar="N", help="the port to listen on (default: 5000)")
def ui(port: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,4}", port) or int(port) > MOST:
        raise Fault(f"--port {port} must be a number from 1 to {MOST}")
    uri = target.tracking_uri()
    if not mlflow_ui_is_here() and not target.is_server(uri):
        raise Fault(f"MLflow's UI is not installed: {brought_by('mlflow')}")
    if target.is_own() and not target.DATABASE.exists():
        raise Fault("nothing is logged yet: run ragatta sweep first")
    address = uri.rstrip("/") if target.is_server(uri) else f"http://{HOST}:{port}"
    if target.is_server(uri):
        _say(address, uri)
        return 0
    return _serve(int(port), uri, lambda: _say(address, uri))


def _say(address: str, uri: str) -> None:
    print(
        f"MLflow UI: {target.without_secrets(address)}",
        "" if target.is_server(uri) else " (stop with Ctrl-C)",
    )
    print(f"store: {target.without_secrets(uri)}")
    for what, page in pages().items():
        print(f"{what}: {target.without_secrets(address)}/#/{page}")
    sys.stdout.flush()


def _serve(port: int, uri: str, say: Callable[[], None]) -> int:
    """Runs MLflow's server until Ctrl-C or SIGTERM, and calls `say` once it listens. Raises Fault where it does not."""
    if _listens(port):
        raise Fault(f"--port {port}: another program listens there; choose another")
    environment = {
        "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false",  # eight processes that judge in the background
        **os.environ,
        "MLFLOW_DISABLE_TELEMETRY": "true",
        "MLFLOW_BACKEND_STORE_URI": uri,  # not an argument, which every user of the machine can read
    }
    words = ["ui", "--host", HOST, "--port", str(port), "--workers", "1"]
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    waiting.show("starting MLflow")
    with subprocess.Popen([sys.executable, "-P", "-m", "mlflow", *words], env=environment) as server:
        try:
            while server.poll() is None and not _listens(port):
                sleep(EVERY_S)
            waiting.hide()
            if server.poll() is not None:
                raise Fault(f"MLflow ended with code {server.returncode} before it listened on port {port}")
            say()
            return server.wait()
        except KeyboardInterrupt:
            return 0
        finally:
            server.terminate()


def _listens(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex((HOST, port)) == 0


def pages() -> dict[str, str]:
    """The pages of MLflow that show the latest sweep; none where it is not in this target."""
    if not (runs := _latest_runs()):
        return {}
    experiment = target.experiment_of(runs[0])
    if not experiment:
        return {}
    return {
        "variations, to compare question by question": f"experiments/{experiment}/evaluation-runs",
        "the latest sweep's settings and metrics side by side": (target.compared(experiment, runs)),
    }


def _latest_runs() -> list[str]:
    """The MLflow runs of the latest sweep."""
    try:
        with (LATEST / "summary.csv").open(encoding="utf-8") as stream:
            return [row["mlflow_run_id"] for row in csv.DictReader(stream) if row.get("mlflow_run_id")]
    except FileNotFoundError:
        return []
