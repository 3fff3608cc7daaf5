"""Tasks of a Ray cluster. Ray runs a task again whose worker or node dies: it finds the finished answers in the
journal and asks the rest."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

PACKAGES = ("ray",)
PASSED_ON = ("RAGATTA_HOME", "RAGATTA_DATA")  # to workers that were started with another environment
NODE: Mapping[str, Any] = {
    "address": None,  # of a cluster: host:port, or auto; null: $RAY_ADDRESS, or a cluster of this machine alone
    "num_cpus": 1,  # that a point takes
    "max_retries": 3,  # of a point whose worker or node died
    "env": [],  # names of more environment variables for the workers, such as one with a key
}


def spread(run: Callable[[Any], float], jobs: Sequence[Any], options: Mapping[str, Any]) -> Sequence[float]:
    """The metric of each job; raises what ended a worker."""
    import ray

    names = [*PASSED_ON, *options["env"]]
    variables = {name: os.environ[name] for name in names if name in os.environ}
    variables["PYTHONPATH"] = os.pathsep.join(filter(None, map(os.path.abspath, sys.path)))
    if not ray.is_initialized():
        address = options["address"]
        ray.init(address=address, runtime_env={"env_vars": variables}, include_dashboard=False)
    task = ray.remote(run).options(**{name: options[name] for name in ("num_cpus", "max_retries")})
    found: list[float] = ray.get([task.remote(job) for job in jobs])
    return found
