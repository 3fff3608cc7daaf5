"""Whether a grid's points are run in this process, and what is wrong with the settings of a launcher of Hydra's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragatta.experiments.composing.overrides import Grid
from ragatta.experiments.faults import Fault
from ragatta.pipeline.plugins.checks import at_least

OURS = "hydra_plugins.ragatta.RagattaLauncher"
LEAST = {  # of a launcher's settings; joblib's n_jobs is -1 for all cores
    "num_cpus": 0, "max_retries": -1, "timeout_min": 1, "nodes": 1, "tasks_per_node": 1, "cpus_per_task": 1,
    "array_parallelism": 1, "mem_gb": 1,
}  # fmt: skip


def is_launched_here(grid: Grid) -> bool:
    """Whether the points are run in this process, by the default launcher. Raises Fault naming the settings of a
    launcher that are wrong."""
    if problems := launcher_problems(grid.hydra.launcher):
        raise Fault(problems)
    here = str(grid.hydra.launcher._target_) == OURS
    if grid.points[0].config.runner.index_jobs and here:
        raise Fault("runner.index_jobs: jobs of a launcher; add hydra/launcher=joblib, ray or submitit_slurm")
    return here


def launcher_problems(launcher: Mapping[str, Any]) -> list[str]:
    """What is wrong with the numbers of a launcher of Hydra's, by their keys."""
    options = {**launcher, **(launcher.get("slurm") or {})}
    numbers = {name: value for name, value in options.items() if isinstance(value, int | float)}
    found = [] if numbers.get("n_jobs", 1) else ["hydra.launcher.n_jobs (0) must be at least 1, or -1 for all cores"]
    for name in numbers.keys() & LEAST.keys():
        found += at_least(f"hydra.launcher.{name}", numbers[name], LEAST[name])
    return sorted(found)
