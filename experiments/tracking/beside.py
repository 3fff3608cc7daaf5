"""A process that imports MLflow while questions are asked, then logs the sweep, and goes on with its traces when the
command has ended: MLflow takes seconds to import, and a command that asks may keep one core of two idle.

It reads the sweep's folder from its input, and ends if that is closed before. What it says until the sweep is logged is
said by the command; what it says of traces is in the sweep's file of messages.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from typing import Any

from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.extras import is_here
from ragatta.experiments.paths import HOME
from ragatta.experiments.results.reading import SweepResult, open_sweep
from ragatta.experiments.tracking import send
from ragatta.experiments.tracking.target import before_import
from ragatta.experiments.tracking.track import track

ENDED = "\0"  # begins the line with the code of what was logged
NICE = 5  # of the import, which may not slow what is timed; traces have as much again


class Beside:
    """The process, from the command's side."""

    def __init__(self) -> None:
        command = [sys.executable, "-P", "-m", "ragatta.experiments.tracking.beside", f"{HOME}/"]
        here = {**os.environ, "RAGATTA_HOME": str(HOME), "PYTHONIOENCODING": "utf-8"}
        self._process = subprocess.Popen(
            command, env=here, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True, text=True, encoding="utf-8", errors="replace",
        )  # fmt: skip

    def track(self, sweep: SweepResult) -> int:
        """As `track`, which is called here where the process has ended."""
        assert self._process.stdin
        assert self._process.stdout
        with suppress(OSError):  # a pipe to nobody
            print(sweep.folder, file=self._process.stdin, flush=True)
            for line in self._process.stdout:
                if line.startswith(ENDED):
                    return int(line.removeprefix(ENDED))
                print(line, end="", file=sys.stderr, flush=True)
        return track(sweep)


def begin(tracking: Any) -> Beside | None:
    """Begins the process where a sweep of these settings is logged; None where MLflow is imported already."""
    return Beside() if tracking.mlflow and "mlflow" not in sys.modules and is_here("mlflow") else None


def main(_arguments: list[str]) -> None:
    """The process."""
    os.nice(NICE)
    before_import()

    import ragatta.experiments.tracking.runs
    import ragatta.experiments.tracking.traces  # noqa: F401 - as long as questions are asked

    if not (folder := sys.stdin.readline().strip()):
        return  # the command has ended without a table
    sweep, follow = open_sweep(f"{folder}/"), list[SweepResult]()
    code = track(sweep, follow.append)
    with suppress(OSError):  # the command was interrupted
        print(f"{ENDED}{code}", flush=True)
    if follow:
        with (sweep.folder / send.LOG).open("a", encoding="utf-8") as log:
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
        os.nice(NICE)
        send.main([f"{folder}/"])


if __name__ == "__main__":
    run_command(main)
