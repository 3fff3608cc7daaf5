"""The process that logs a sweep to MLflow: importing MLflow takes seconds, which can pass while the sweep is scored.

It reads one sweep as JSON from its standard input (the arguments of `store.log_sweep`) and answers with
{"ids": [...]} or {"fault": "..."}. Where the input ends without a whole sweep, because that was stopped, it logs
nothing; where nobody is left to take the answer, it ends in silence.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from experiments.faults import Fault, explained
from experiments.paths import ROOT


class Tracker:
    """`log` starts the process if it does not run."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> subprocess.Popen[str]:
        """Begins importing MLflow. Not for while questions are timed: it takes a core for some seconds."""
        if self._process is None:
            words = [sys.executable, "-m", "experiments.tracking.process"]
            self._process = subprocess.Popen(
                words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        return self._process

    def stop(self) -> None:
        """Ends what `start` began, if it did."""
        if self._process is not None:
            self._process.terminate()
            self._process.communicate()
            self._process = None

    def log(self, **sweep: Any) -> list[str]:
        """Logs the sweep and returns the run ids, the parent's first. Raises Fault."""
        process = self.start()
        said, _ = process.communicate(json.dumps(sweep, default=str))
        if not said:
            raise Fault(f"the process that logs ended with code {process.returncode}")
        answer = json.loads(said)
        if "fault" in answer:
            raise Fault(str(answer["fault"]))
        ids: list[str] = answer["ids"]
        return ids


def main() -> None:
    answer, sys.stdout = sys.stdout, sys.stderr  # whatever MLflow prints is no part of the answer
    try:
        from experiments.tracking import store

        fault = _fault(store.client)
        if (sweep := _sweep(sys.stdin.read())) is not None:
            answer.write(json.dumps({"fault": fault} if fault else _logged(sweep)))
            answer.flush()
    except BrokenPipeError:  # the sweep was killed; what is still buffered would fail once more at the very end
        os.dup2(os.open(os.devnull, os.O_WRONLY), answer.fileno())
    except KeyboardInterrupt:  # the sweep was stopped too, and says so
        sys.exit(130)


def _sweep(said: str) -> dict[str, Any] | None:
    """What was said; None where it is not whole."""
    try:
        sweep: dict[str, Any] = json.loads(said)
    except ValueError:
        return None
    return sweep


def _logged(sweep: dict[str, Any]) -> dict[str, Any]:
    from experiments.tracking import store

    ids: list[str] = []
    fault = _fault(lambda: ids.extend(store.log_sweep(**sweep)))
    return {"fault": fault} if fault else {"ids": ids}


def _fault(act: Any) -> str:
    """What went wrong, in one line; empty if nothing did."""
    try:
        act()
    except Exception as fault:  # noqa: BLE001 - whatever ails the tracker is said by the sweep, whose results stay
        return (explained(fault).splitlines() or [type(fault).__name__])[0]
    return ""


if __name__ == "__main__":
    main()
