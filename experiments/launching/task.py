"""What Hydra calls: for a batch of points with our launcher, for each job with any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from hydra.core.hydra_config import HydraConfig
from omegaconf import DictConfig

from ragatta.experiments.composing.composer import Composer
from ragatta.experiments.composing.overrides import point_of
from ragatta.experiments.faults import Fault
from ragatta.experiments.launching import job
from ragatta.experiments.launching.sweep import Sweep

T = TypeVar("T")
J = TypeVar("J")


class Task:
    """Runs points in a `sweep`, or as jobs elsewhere. `flags` are the words that name the folders of configuration,
    `fixed` those that hold for every point.

    What is raised is kept as `fault`, and ends Hydra without a traceback of its own. A task that is sent to another
    process leaves all but the flags behind.
    """

    def __init__(self, flags: Sequence[str] = (), sweep: Sweep | None = None, fixed: Sequence[str] = ()) -> None:
        self.flags, self._sweep, self._fixed = tuple(flags), sweep, fixed
        self.fault: Exception | None = None

    def __reduce__(self) -> tuple[type[Task], tuple[Sequence[str]]]:
        return Task, (self.flags,)

    def __call__(self, config: DictConfig) -> float:  # noqa: ARG002 - the job composes it again, by its own checks
        """The metric of one job's point; larger is better."""
        hydra = HydraConfig.get()
        words = (*self.flags, *map(str, hydra.overrides.task))
        return self._kept(lambda: job.run(words, int(hydra.job.num), str(hydra.sweep.dir)))

    def batch(self, jobs: Sequence[Sequence[str]]) -> list[float]:
        """The metrics of the points of a batch, in flight together."""
        sweep = self._sweep
        assert sweep is not None

        def points() -> list[float]:
            composer, _ = Composer.of(self.flags)
            found = [point_of(composer, overrides, self._fixed) for overrides in jobs]
            if problems := [problem for point in found for problem in point.config.problems()]:
                raise Fault([*dict.fromkeys(problems)])
            return sweep.run(found)

        return self._kept(points)

    def launched(self, map_: Callable[[Sequence[J]], Sequence[float]], jobs: Sequence[J]) -> Sequence[float]:
        """The metrics of jobs that a launcher of ours maps. A worker that dies is a Fault."""
        try:
            return map_(jobs)
        except Exception as fault:
            reason = job.died(fault)
            self.fault = Fault(f"a job of the launcher died: {reason}") if reason else fault
            raise SystemExit(1) from fault

    def _kept(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except Exception as fault:
            self.fault = fault
            raise SystemExit(1) from fault
