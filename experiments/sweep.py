"""make sweep, make run: every point of a grid over the gold questions, then the table, the files and MLflow.

    python -m experiments.sweep --multirun variation=glob(*)

It is a Hydra program (experiments/launching/program.py). Hydra's shell completion knows it as `python
experiments/sweep.py` alone.
"""

from __future__ import annotations

import sys

if not __package__:  # run as a file, from whose folder `collections` and others would be imported
    sys.path[0] = __file__.rpartition("/experiments/")[0]

from ragatta.experiments.faults import run_command
from ragatta.experiments.launching.program import main

if __name__ == "__main__":
    run_command(main)
