"""Jobs that submitit starts. Options are those of its AutoExecutor, those of Slurm alone below `slurm`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

NODE: Mapping[str, Any] = {
    "submitit_folder": "${hydra.sweep.dir}/.submitit/%j",
    "name": "${hydra.job.name}",
    "timeout_min": 60,
    "nodes": 1,
    "tasks_per_node": 1,
    "cpus_per_task": 1,
    "gpus_per_node": None,
    "mem_gb": None,
}


def spread(run: Callable[[Any], float], jobs: Sequence[Any], options: Mapping[str, Any]) -> Sequence[float]:
    """The metric of each job, run where the option `cluster` says; raises what ended a worker."""
    import submitit

    given = {name: value for name, value in options.items() if value is not None}
    executor = submitit.AutoExecutor(given.pop("submitit_folder"), cluster=given.pop("cluster"))
    of_slurm = {f"slurm_{name}": value for name, value in given.pop("slurm", {}).items() if value is not None}
    executor.update_parameters(**given, **of_slurm)
    found: list[float] = [job.result() for job in executor.map_array(run, jobs)]
    return found
