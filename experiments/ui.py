"""make ui: the MLflow UI over this clone's store, on this machine only."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from experiments.faults import Fault, run_command
from experiments.paths import MLRUNS
from experiments.tracking import STORE


def main(arguments: list[str]) -> int:
    port = arguments[0] if arguments else "5000"
    if not port.isdigit():
        raise Fault(f"PORT={port} is not a number")
    if not (MLRUNS / "mlflow.db").exists():
        raise Fault("nothing is logged yet: run make sweep first")
    print(f"MLflow UI: http://127.0.0.1:{port}  (stop with Ctrl-C)", flush=True)
    mlflow = str(Path(sys.executable).with_name("mlflow"))
    os.environ["MLFLOW_DISABLE_TELEMETRY"] = "true"
    words = ["ui", "--backend-store-uri", STORE, "--host", "127.0.0.1", "--port", port]
    os.execv(mlflow, [mlflow, *words, "--workers", "1"])


if __name__ == "__main__":
    run_command(main)
