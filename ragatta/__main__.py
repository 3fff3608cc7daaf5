"""The program `ragatta`; also `python -m ragatta`, which make calls."""

from __future__ import annotations

import sys

from ragatta.experiments.command_line.commands import run
from ragatta.experiments.command_line.process import run_command


def main() -> None:
    """The console script."""
    run_command(run, code_of_faults=2 if sys.argv[1:2] == ["regress"] else 1)  # where 1 is a regression


if __name__ == "__main__":
    main()
