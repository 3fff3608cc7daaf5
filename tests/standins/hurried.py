"""`ragatta` with locks that last a second without renewal instead of a minute: for tests that halt it for longer."""

from __future__ import annotations

from ragatta.experiments.command_line.commands import run
from ragatta.experiments.command_line.process import run_command
from ragatta.pipeline.machine.locks import Lock

LEASE_S = 1.0

if __name__ == "__main__":
    Lock.__init__.__defaults__ = (LEASE_S,)
    run_command(run)
