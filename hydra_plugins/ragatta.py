"""Hydra's launcher `ragatta`, the default: the points of a batch in one process, their questions in flight together.
Others, whose jobs are processes elsewhere, are found by name: a file of a kind `launchers` has the options as NODE, and
a function `spread` that runs the jobs.

Hydra takes plugins from the package hydra_plugins alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hydra.core.config_search_path import ConfigSearchPath
from hydra.core.config_store import ConfigStore
from hydra.core.utils import JobReturn, JobStatus
from hydra.plugins.launcher import Launcher
from hydra.plugins.search_path_plugin import SearchPathPlugin
from hydra.types import HydraContext
from omegaconf import DictConfig, OmegaConf, open_dict

from ragatta.pipeline.plugins.registry import Kind

LAUNCHERS = Kind("launchers")
# Its words, its number, the folder where it leaves how it ended, and whether it says its metric.
Job = tuple[tuple[str, ...], int, str, bool]


class FilesOfExtensions(SearchPathPlugin):
    """Where Hydra finds the choices that extensions bring."""

    def manipulate_search_path(self, search_path: ConfigSearchPath) -> None:
        from ragatta.experiments.composing.choices import folders

        for folder in folders()[1:]:
            search_path.append("ragatta", f"file://{folder}")


class RagattaLauncher(Launcher):
    """Hands whole batches to the task, which is an `experiments.launching.by_hydra.Task`. Callbacks of Hydra hear of
    each job: of all of a batch before it begins, and after it has ended."""

    def setup(self, *, hydra_context: HydraContext, task_function: Any, config: DictConfig) -> None:
        self._task, self._context, self._config = task_function, hydra_context, config

    def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> Sequence[JobReturn]:
        callbacks = self._context.callbacks
        heard = (
            [self._composed(*job) for job in enumerate(job_overrides, initial_job_idx)] if callbacks.callbacks else []
        )
        for config in heard:
            callbacks.on_job_start(config=config, task_function=self._task)
        found = _returned(job_overrides, self._task.batch(job_overrides))
        for config, returned in zip(heard, found, strict=False):
            callbacks.on_job_end(config=config, job_return=returned)
        return found

    def _composed(self, number: int, overrides: Sequence[str]) -> DictConfig:
        """The configuration of a job, as Hydra's own launcher hands it to callbacks."""
        config = self._context.config_loader.load_sweep_config(self._config, list(overrides))
        with open_dict(config):
            config.hydra.job.id = config.hydra.job.num = number
        return config


class Elsewhere(Launcher):
    """Jobs as calls of `experiments.launching.job.run` that the launcher `by` makes, in processes that share the
    folders of this one. `options` are those of the launcher's node."""

    def __init__(self, by: str, **options: Any) -> None:
        self.by, self.options = by, options

    def setup(self, *, hydra_context: HydraContext, task_function: Any, config: DictConfig) -> None:  # noqa: ARG002
        self._task, self._folder = task_function, str(config.hydra.sweep.dir)

    def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> Sequence[JobReturn]:
        jobs = [
            ((*self._task.flags, *words), initial_job_idx + at, self._folder, self._task.scores)
            for at, words in enumerate(job_overrides)
        ]
        return _returned(job_overrides, self._task.launched(self._spread, jobs))

    def _spread(self, jobs: Sequence[Job]) -> Sequence[float]:
        found: Sequence[float] = LAUNCHERS.imported(self.by).spread(_run, jobs, self.options)
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


def _nodes() -> Mapping[str, Mapping[str, Any]]:
    named = {name: {"by": name, **LAUNCHERS.imported(name).NODE} for name in LAUNCHERS.names()}
    others = {name: {"_target_": f"{__name__}.Elsewhere", **node} for name, node in named.items()}
    return {"ragatta": {"_target_": f"{__name__}.RagattaLauncher"}, **others}


for _name, _node in _nodes().items():
    ConfigStore.instance().store(group="hydra/launcher", name=_name, node=OmegaConf.create(dict(_node)))
