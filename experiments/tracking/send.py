"""Sends what MLflow, or a collector of traces, does not hold of a sweep: `ragatta log`, and the process after a sweep.

Thousands of traces take half a minute and more, for which no sweep waits. Nothing is lost where that process fails or
is killed: the sweep's files hold everything, and `ragatta log` goes on from what was sent.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import redirect_stdout
from functools import partial
from time import sleep

from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.counting import counted
from ragatta.experiments.extras import is_here
from ragatta.experiments.paths import HOME, MLRUNS
from ragatta.experiments.results.reading import RunResult, SweepResult, open_sweep
from ragatta.experiments.tracking.gold import expectation
from ragatta.experiments.tracking.spans import Answered
from ragatta.experiments.tracking.target import MlflowAway
from ragatta.pipeline.machine.locks import locked
from ragatta.pipeline.types import Progress

LOG = "traces.log"  # in the sweep's folder
PAUSES_S = (10, 20, 40, 80, 120)  # between attempts where a server does not reply


def main(arguments: list[str]) -> int:
    """The process that `start` begins."""
    sweep = open_sweep(arguments[0])
    tracking = sweep.runs[0].config["tracking"]
    with redirect_stdout(sys.stderr):
        for pause in (*PAUSES_S, 0):
            try:
                print(send(sweep, quietly, mlflow=tracking["mlflow"] and is_here("mlflow")))
                break
            except MlflowAway as fault:
                if not pause:
                    raise
                print(f"{fault}; trying again in {pause} s", flush=True)
                sleep(pause)
    return 0


def quietly(_what: str, _done: int, _total: int) -> None:
    """Shows no progress."""


def start(sweep: SweepResult) -> None:
    """Begins a process that outlives this one."""
    command = [sys.executable, "-P", "-m", "ragatta.experiments.tracking.send", f"{sweep.folder}/"]
    here = {**os.environ, "RAGATTA_HOME": str(HOME)}
    with (sweep.folder / LOG).open("a", encoding="utf-8") as log:
        subprocess.Popen(
            command,
            env=here,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def send(sweep: SweepResult, progress: Progress, *, mlflow: bool) -> str:
    """Logs the runs, gold questions and traces that are missing in MLflow, where that is wanted, and the traces that
    the collector of tracking.otlp_endpoint was not sent. Says what it did. Raises Fault where either refuses."""
    tracking = sweep.runs[0].config["tracking"]
    answers = {run.label: answered(run, sweep) for run in sweep.runs} if tracking["traces"] else {}
    every = [one for of_run in answers.values() for one in of_run]
    outcomes, experiment = [], ""
    MLRUNS.mkdir(parents=True, exist_ok=True)
    with locked(MLRUNS / ".sending", _say_waiting):  # two senders would do no harm, but the work twice
        if mlflow:
            from ragatta.experiments.tracking.traces import log_sweep  # takes seconds to import

            experiment, sent = log_sweep(sweep, answers, progress)
            if sent is None:
                outcomes.append("runs are in MLflow, whose server takes no traces")
            else:
                outcomes.append(
                    f"{sent} of {counted(len(every), 'trace')} sent to MLflow, {len(every) - sent} were there"
                )
        if endpoint := tracking.get("otlp_endpoint", ""):
            from ragatta.experiments.tracking.otlp import export_traces

            sent = export_traces(endpoint, experiment, every, partial(progress, f"sending traces to {endpoint}"))
            outcomes.append(f"{sent} of {counted(len(every), 'trace')} sent to {endpoint}, the others before")
    return "; ".join(outcomes)


def _say_waiting() -> None:
    print("another process is sending traces; waiting for it", file=sys.stderr, flush=True)


def answered(run: RunResult, sweep: SweepResult) -> list[Answered]:
    """The answers of a run with what was asked and expected."""
    key, records = run.manifest["run_key"], run.records
    architecture = records.label(run.config["architecture"]["name"])
    gold = sweep.questions
    return [
        Answered(key, architecture, gold[row.question_id].question, expectation(gold[row.question_id]), row, records)
        for row in run.rows
    ]


if __name__ == "__main__":
    os.nice(10)
    run_command(main)
