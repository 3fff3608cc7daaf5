"""A sweep by the command, as a user runs it, and its result."""

from __future__ import annotations

import re
import subprocess
import sys

from ragatta.experiments.results.reading import SweepResult, open_sweep


def sweep_of(*words: str) -> SweepResult:
    """What `ragatta sweep` with these words made, whatever else is swept beside it. Ends the process with the exit code
    of a sweep that fails, which has said why."""
    command = [sys.executable, "-m", "ragatta", "sweep", *words, "tracking=off"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(done.returncode)
    return open_sweep(re.findall(r"^outputs/sweeps/([^,\s]+)", done.stdout, re.M)[-1])
