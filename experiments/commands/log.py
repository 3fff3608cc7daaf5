"""Sends to MLflow what it does not hold of the latest finished sweep, its traces too.

Traces go to tracking.otlp_endpoint as well, where there is one. Nothing is asked again.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout

from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import SWEEP_ID
from ragatta.experiments.paths import LATEST
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.results.reading import latest_finished, open_sweep
from ragatta.experiments.tracking.send import send


@command(__doc__, "log", "log --sweep-id 20260101")
@SWEEP_ID
def log(sweep_id: str) -> int:
    sweep, bars = open_sweep(_finished() if sweep_id == LATEST.name else sweep_id), Bars()
    with bars.shown(), redirect_stdout(sys.stderr):  # whatever MLflow prints
        outcome = send(sweep, bars, mlflow=True)
    print(f"{sweep.folder.name}: {outcome}")
    return 0


def _finished() -> str:
    found = latest_finished()
    if found != (newest := LATEST.resolve().name):
        print(f"sweep {newest} is not finished; --sweep-id {newest} logs what it has", file=sys.stderr)
    return found
