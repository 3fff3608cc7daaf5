"""Hydra's launcher `ragatta`, the default: the points of a batch in one process, their questions in flight together.
Launchers whose jobs are processes elsewhere: `joblib`, `ray`, `submitit_local` and `submitit_slurm`.

Hydra takes plugins from the package hydra_plugins alone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from hydra.core.config_search_path import ConfigSearchPath
from hydra.core.config_store import ConfigStore
from hydra.core.utils import JobReturn, JobStatus
from hydra.plugins.launcher import Launcher
from hydra.plugins.search_path_plugin import SearchPathPlugin
from hydra.types import HydraContext
from omegaconf import DictConfig, OmegaConf

PASSED_ON = ("RAGATTA_HOME", "RAGATTA_DATA")  # to Ray's workers that were started with another environment
Job = tuple[tuple[str, ...], int, str]  # its words, its number, and the folder where it leaves how it ended


class FilesOfExtensions(SearchPathPlugin):
    """Where Hydra finds the choices that extensions bring."""

    def manipulate_search_path(self, search_path: ConfigSearchPath) -> None:
        from ragatta.experiments.composing.choices import folders

        for folder in folders()[1:]:
            search_path.append("ragatta", f"file://{folder}")


class RagattaLauncher(Launcher):
    """Hands whole batches to the task, which is an `experiments.launching.task.Task`."""

    def setup(self, *, hydra_context: HydraContext, task_function: Any, config: DictConfig) -> None:  # noqa: ARG002
        self._task = task_function

    def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> Sequence[JobReturn]:  # noqa: ARG002
        return _returned(job_overrides, self._task.batch(job_overrides))


class Elsewhere(Launcher):
    """Jobs as calls of `experiments.launching.job.run` that `map` makes, in processes that share the folders of this
    one. `options` are those of the launcher's node."""

    def __init__(self, **options: Any) -> None:
        self.options = options

    def setup(self, *, hydra_context: HydraContext, task_function: Any, config: DictConfig) -> None:  # noqa: ARG002
        self._task, self._folder = task_function, str(config.hydra.sweep.dir)

    def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> Sequence[JobReturn]:
        jobs = [
            ((*self._task.flags, *words), initial_job_idx + at, self._folder) for at, words in enumerate(job_overrides)
        ]
        return _returned(job_overrides, self._task.launched(self.map, jobs))

    def map(self, jobs: Sequence[Job]) -> Sequence[float]:
        """The metric of each job; raises what ended a worker."""
        raise NotImplementedError


class JoblibLauncher(Elsewhere):
    """Processes of this machine. Option: n_jobs, at once; -1 for all cores."""

    def map(self, jobs: Sequence[Job]) -> Sequence[float]:
        import joblib

        found: list[float] = joblib.Parallel(**self.options)(joblib.delayed(_run)(job) for job in jobs)
        return found


class RayLauncher(Elsewhere):
    """Tasks of a Ray cluster. Ray runs a task again whose worker or node dies: it finds the finished answers in the
    journal and asks the rest. Options are those of the node below."""

    def map(self, jobs: Sequence[Job]) -> Sequence[float]:
        import ray

        names = [*PASSED_ON, *self.options["env"]]
        variables = {name: os.environ[name] for name in names if name in os.environ}
        variables["PYTHONPATH"] = os.pathsep.join(filter(None, map(os.path.abspath, sys.path)))
        if not ray.is_initialized():
            address = self.options["address"]
            ray.init(address=address, runtime_env={"env_vars": variables}, include_dashboard=False)
        task = ray.remote(_run).options(**{name: self.options[name] for name in ("num_cpus", "max_retries")})
        found: list[float] = ray.get([task.remote(job) for job in jobs])
        return found


class SubmititLauncher(Elsewhere):
    """Jobs of Slurm, or processes of this machine. `cluster` says which; the other options are those of submitit's
    AutoExecutor, those of Slurm alone below `slurm`."""

    def map(self, jobs: Sequence[Job]) -> Sequence[float]:
        import submitit

        options = {name: value for name, value in self.options.items() if value is not None}
        executor = submitit.AutoExecutor(options.pop("submitit_folder"), cluster=options.pop("cluster"))
        of_slurm = {f"slurm_{name}": value for name, value in options.pop("slurm", {}).items() if value is not None}
        executor.update_parameters(**options, **of_slurm)
        found: list[float] = [job.result() for job in executor.map_array(_run, jobs)]
        return found


def _run(job: Job) -> float:
    from ragatta.experiments.launching.job import run

    return run(*job)


def _returned(jobs: Sequence[Sequence[str]], values: Sequence[float]) -> list[JobReturn]:
    found = []
    for overrides, value in zip(jobs, values, strict=True):
        one = JobReturn(overrides=list(overrides), status=JobStatus.COMPLETED)
        one.return_value = value
        found.append(one)
    return found


SUBMITIT = {
    "submitit_folder": "${hydra.sweep.dir}/.submitit/%j",
    "name": "${hydra.job.name}",
    "timeout_min": 60,
    "nodes": 1,
    "tasks_per_node": 1,
    "cpus_per_task": 1,
    "gpus_per_node": None,
    "mem_gb": None,
}
NODES: Mapping[str, Mapping[str, Any]] = {
    "ragatta": {"_target_": "hydra_plugins.ragatta.RagattaLauncher"},
    "joblib": {"_target_": "hydra_plugins.ragatta.JoblibLauncher", "n_jobs": -1},
    "ray": {
        "_target_": "hydra_plugins.ragatta.RayLauncher",
        "address": None,  # of a cluster: host:port, or auto; null: $RAY_ADDRESS, or a cluster of this machine alone
        "num_cpus": 1,  # that a point takes
        "max_retries": 3,  # of a point whose worker or node died
        "env": [],  # names of more environment variables for the workers, such as one with a key
    },
    "submitit_local": {"_target_": "hydra_plugins.ragatta.SubmititLauncher", "cluster": "local", **SUBMITIT},
    "submitit_slurm": {
        "_target_": "hydra_plugins.ragatta.SubmititLauncher",
        "cluster": "slurm",
        **SUBMITIT,
        "slurm": {
            "partition": None,
            "qos": None,
            "account": None,
            "constraint": None,
            "exclude": None,
            "gres": None,
            "comment": None,
            "mail_user": None,
            "mail_type": None,
            "signal_delay_s": 120,
            "array_parallelism": 256,
            "setup": None,  # lines of the shell before the job
            "additional_parameters": {},  # more of sbatch's
        },
    },
}
for _name, _node in NODES.items():
    ConfigStore.instance().store(group="hydra/launcher", name=_name, node=OmegaConf.create(dict(_node)))
