"""make sweep, make run: every point of a grid over the gold questions, then the table, the files and MLflow.

    python -m experiments.sweep --multirun variation=glob(*)

It is a Hydra program (experiments/launching/program.py).
"""

from __future__ import annotations

from ragatta.experiments.faults import run_command
from ragatta.experiments.launching.program import main

if __name__ == "__main__":
    run_command(main)
