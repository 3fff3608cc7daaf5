"""Hydra's launcher `ray`: each point is a task of a Ray cluster.

RAGATTA_HOME and the clone lie in the same folders on every node. A task whose worker or node dies is run again by Ray:
it finds the finished answers in the journal and asks the rest.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from hydra.core.config_store import ConfigStore
from hydra.core.hydra_config import HydraConfig
from hydra.core.singleton import Singleton
from hydra.core.utils import JobReturn, run_job, setup_globals
from hydra.plugins.launcher import Launcher
from hydra.types import HydraContext, TaskFunction
from omegaconf import DictConfig, open_dict

PASSED_ON = ("RAGATTA_HOME", "RAGATTA_DATA")  # to workers that were started with another environment
ConfigStore.instance().store(
    group="hydra/launcher",
    name="ray",
    node={
        "_target_": "hydra_plugins.ragatta_ray.RayLauncher",
        "address": None,  # of a cluster: host:port, or auto; null: $RAY_ADDRESS, or a cluster of this machine alone
        "num_cpus": 1,  # that a point takes
        "max_retries": 3,  # of a point whose worker or node died
        "env": [],  # names of more environment variables for the workers, such as one with a key
    },
)


class RayLauncher(Launcher):
    """Runs jobs as Ray's tasks; the options are those of the node above."""

    def __init__(self, address: str | None, num_cpus: float, max_retries: int, env: Sequence[str]) -> None:
        self._address, self._options = address, {"num_cpus": num_cpus, "max_retries": max_retries}
        self._env = [*PASSED_ON, *env]

    def setup(self, *, hydra_context: HydraContext, task_function: TaskFunction, config: DictConfig) -> None:
        self._context, self._task, self._config = hydra_context, task_function, config

    def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> Sequence[JobReturn]:
        import ray

        setup_globals()
        variables = {name: os.environ[name] for name in self._env if name in os.environ}
        variables["PYTHONPATH"] = os.pathsep.join(filter(None, map(os.path.abspath, sys.path)))
        if not ray.is_initialized():
            ray.init(address=self._address, runtime_env={"env_vars": variables}, include_dashboard=False)
        common = ray.put((self._context, self._config, self._task, Singleton.get_state()))
        task = ray.remote(_job).options(**self._options)
        jobs = [task.remote(common, initial_job_idx + at, [*words]) for at, words in enumerate(job_overrides)]
        found: Sequence[JobReturn] = ray.get(jobs)
        return found


def _job(
    common: tuple[HydraContext, DictConfig, TaskFunction, Mapping[Any, Any]], at: int, words: list[str]
) -> JobReturn:
    """One job, in a worker."""
    context, config, task, singletons = common
    setup_globals()
    Singleton.set_state(dict(singletons))
    composed = context.config_loader.load_sweep_config(config, words)
    with open_dict(composed):
        composed.hydra.job.id, composed.hydra.job.num = f"{composed.hydra.job.name}_{at}", at
    HydraConfig.instance().set_config(composed)
    return run_job(
        hydra_context=context,
        task_function=task,
        config=composed,
        job_dir_key="hydra.sweep.dir",
        job_subdir_key="hydra.sweep.subdir",
    )
