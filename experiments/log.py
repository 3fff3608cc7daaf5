"""make log: sends to MLflow, and to tracking.otlp_endpoint, what they do not hold of a sweep. Asks nothing again."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout

from ragatta.experiments.faults import run_command
from ragatta.experiments.options import Options
from ragatta.experiments.progress import Bars
from ragatta.experiments.showing.results import open_sweep
from ragatta.experiments.tracking.send import send


def main(arguments: list[str]) -> int:
    parser = Options()
    chosen = os.environ.get("RAGATTA_SWEEP_ID") or "latest"
    parser.add_argument("--sweep", default=chosen)
    sweep, bars = open_sweep(parser.parse_args(arguments).sweep), Bars()
    with bars.shown(), redirect_stdout(sys.stderr):  # whatever MLflow prints
        said = send(sweep, bars, mlflow=True)
    print(f"{sweep.folder.name}: {said}")
    return 0


if __name__ == "__main__":
    run_command(main)
