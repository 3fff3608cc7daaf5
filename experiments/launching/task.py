"""What Hydra calls: for a batch of points with our launcher, for each job with any other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from hydra.core.config_loader import ConfigLoader
from hydra.core.hydra_config import HydraConfig
from hydra.core.utils import JobReturn, JobStatus
from hydra.types import RunMode
from omegaconf import DictConfig

from ragatta.experiments.composing.composer import Composer, as_launched
from ragatta.experiments.composing.config import Point
from ragatta.experiments.composing.overrides import point_of
from ragatta.experiments.faults import Fault
from ragatta.experiments.launching import job
from ragatta.experiments.launching.sweep import Sweep

T = TypeVar("T")


class Task:
    """Runs points in a `sweep`. `composed` are the points that are known beforehand, by their overrides.

    What is raised is kept as `fault`, and ends Hydra without a traceback of its own. A task that is sent to another
    process leaves all this behind.
    """

    def __init__(self, sweep: Sweep | None = None, composed: Mapping[tuple[str, ...], Point] | None = None) -> None:
        self._sweep, self._composed = sweep, dict(composed or {})
        self.fault: Exception | None = None

    def __reduce__(self) -> tuple[type[Task], tuple[()]]:
        return Task, ()

    def __call__(self, config: DictConfig) -> float:
        """The metric of one job's point; larger is better."""
        hydra, sweep = HydraConfig.get(), self._sweep
        overrides = [str(word) for word in hydra.overrides.task]
        if sweep is None or hydra.mode == RunMode.MULTIRUN:
            return job.run(config, overrides, hydra)
        return self._kept(lambda: sweep.run([self._point(overrides, config)])[0])

    def batch(self, loader: ConfigLoader, config: DictConfig, jobs: Sequence[Sequence[str]]) -> list[JobReturn]:
        """The points of a batch, in flight together; `config` is that of the multirun."""
        sweep = self._sweep
        assert sweep is not None
        return self._kept(lambda: _returned(jobs, sweep.run(self._points(loader, config, jobs))))

    def _points(self, loader: ConfigLoader, config: DictConfig, jobs: Sequence[Sequence[str]]) -> list[Point]:
        known = [self._composed.get(as_launched(overrides)) for overrides in jobs]
        if all(known):
            return [point for point in known if point]
        composer = Composer(loader, str(config.hydra.job.config_name))
        points = [point_of(composer, overrides, config.hydra.overrides.task) for overrides in jobs]
        if problems := [problem for point in points for problem in point.config.problems()]:
            raise Fault([*dict.fromkeys(problems)])
        return points

    def _point(self, overrides: Sequence[str], config: DictConfig) -> Point:
        known = self._composed.get(as_launched(overrides))
        return known or job.checked(config, overrides)

    def _kept(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except Exception as fault:
            self.fault = fault
            raise SystemExit(1) from fault


def _returned(jobs: Sequence[Sequence[str]], values: Sequence[float]) -> list[JobReturn]:
    found = []
    for overrides, value in zip(jobs, values, strict=True):
        one = JobReturn(overrides=list(overrides), status=JobStatus.COMPLETED)
        one.return_value = value
        found.append(one)
    return found
