"""A sweep that Hydra launches, because a launcher or a sweeper other than the default is chosen; what Hydra shows of a
configuration.

Hydra's own words mean what its manual says: --multirun, --cfg, --info, +key, ++key, ~key, hydra/launcher=,
hydra/sweeper=. Several values imply --multirun.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from inspect import Parameter, signature
from pathlib import Path
from typing import TypeVar

import hydra
from hydra.core.hydra_config import HydraConfig
from hydra.utils import get_class
from omegaconf import DictConfig

from ragatta.experiments.composing.composer import PRIMARY, VERSION, Composer
from ragatta.experiments.composing.config import Point
from ragatta.experiments.composing.kinds import register_all
from ragatta.experiments.composing.overrides import Grid, point_of
from ragatta.experiments.composing.twins import EVERY_KIND
from ragatta.experiments.composing.words import key_of, quoted
from ragatta.experiments.extras import is_here, missing
from ragatta.experiments.faults import Fault
from ragatta.experiments.launching import index_jobs, job
from ragatta.experiments.launching.sweep import Sweep
from ragatta.experiments.paths import CONF
from ragatta.experiments.results.outputs import new_sweep_folder
from ragatta.pipeline.llm.meter import BudgetSpent
from ragatta.pipeline.llm.seam import ModelUnavailable
from ragatta.pipeline.plugins.registry import Kind

T = TypeVar("T")
J = TypeVar("J")


class Task:
    """Runs points in a `sweep`, or as jobs elsewhere. `flags` are the words that name the folders of configuration,
    `fixed` those that hold for every point; `scores`: whether a job says its metric.

    What is raised is kept as `fault`, and ends Hydra without a traceback of its own. A task that is sent to another
    process leaves the sweep and what is fixed behind.
    """

    def __init__(
        self, flags: Sequence[str] = (), sweep: Sweep | None = None, fixed: Sequence[str] = (), scores: bool = True
    ) -> None:
        self.flags, self.scores, self._sweep, self._fixed = tuple(flags), scores, sweep, fixed
        self.fault: Exception | None = None

    def __reduce__(self) -> tuple[type[Task], tuple[Sequence[str], None, Sequence[str], bool]]:
        return Task, (self.flags, None, (), self.scores)

    def __call__(self, config: DictConfig) -> float:  # noqa: ARG002 - the job composes it again, by its own checks
        """The metric of one job's point; larger is better."""
        hydra = HydraConfig.get()
        words = (*self.flags, *map(str, hydra.overrides.task))
        return self._kept(lambda: job.run(words, int(hydra.job.num), str(hydra.sweep.dir), self.scores))

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


LAUNCHERS = Kind("launchers")  # in processes elsewhere


def launched(words: Sequence[str], grid: Grid, here: bool, show_all: bool) -> int:
    """The exit code of the sweep over the grid of these words. Under our launcher (`here`) it goes on meanwhile; under
    another the jobs leave answers in the journals, and it follows."""
    folders, words = _folders_first(words)
    by = str(grid.hydra.launcher.get("by", ""))
    needed = getattr(LAUNCHERS.imported(by), "PACKAGES", ()) if by else ()
    if absent := [name for name in needed if not is_here(name)]:
        raise Fault(f"hydra/launcher={by}: {missing(absent[0])}")
    kinds = [EVERY_KIND] if any(point.config.dataset.every_kind for point in grid.points) else []
    jobs = [] if here else _jobs(grid)
    folder = new_sweep_folder()
    chosen = str(grid.hydra.sweep.dir)  # resolved once: ${now:...} would give each process another folder
    place = folder if chosen == "." else Path(chosen).resolve()
    all_words = [*words, *_as_words(grid, words), *kinds, *jobs, f"hydra.sweep.dir={quoted(place)}"]
    whole = Sweep(folder, asked_elsewhere=not here)
    try:
        if here:
            _run_hydra(["--multirun", *folders, *all_words], Task(folders, whole, words))
            return whole.finish(show_all=show_all)
        if grid.is_known:
            if grid.points[0].config.runner.index_jobs:
                _index(folders, words, grid, place)
            whole.prepare(_with_jobs(grid.points, jobs))
        job.forget(place)
        hears = bool(grid.hydra.get("callbacks"))  # of a job's metric, as a sweeper does that chooses as it goes
        _run_hydra(["--multirun", *folders, *all_words], Task(folders, scores=hears or not grid.is_known))
        return _gathered(whole, folders, words, grid, place, show_all)
    finally:
        if not (folder / "sweep.json").exists():  # nothing was run
            shutil.rmtree(folder, ignore_errors=True)


def _as_words(grid: Grid, words: Sequence[str]) -> list[str]:
    """What the grid's file has for hydra.sweeper.params, as words, where the sweeper takes no such argument: Hydra
    hands it every word that spans values."""
    params = grid.hydra.sweeper.get("params") or {}
    takes = signature(get_class(str(grid.hydra.sweeper._target_))).parameters
    if not params or "params" in takes or any(one.kind is Parameter.VAR_KEYWORD for one in takes.values()):
        return []
    given = {key_of(word) for word in words}
    return ["~hydra.sweeper.params", *(f"{key}={value}" for key, value in params.items() if key not in given)]


def show(words: Sequence[str]) -> None:
    """Has Hydra show what its own words ask for."""
    _run_hydra(words, Task())


def _folders_first(words: Sequence[str]) -> tuple[list[str], list[str]]:
    folders = [word for word in words if word.startswith("--")]
    return folders, [word for word in words if word not in folders]


def _index(folders: Sequence[str], words: Sequence[str], grid: Grid, place: Path) -> None:
    """Has jobs embed the documents, a multirun for each collection. What they leave undone is done here."""
    for overrides in index_jobs.jobs(grid.points, words):
        job.forget(place)
        _run_hydra(["--multirun", *folders, *overrides, f"hydra.sweep.dir={quoted(place)}"], Task(folders))
        for stopped in dict.fromkeys(one.stopped for one in job.left(place) if one.stopped):
            print(f"note: an indexing job ended early: {stopped}", file=sys.stderr, flush=True)


def _jobs(grid: Grid) -> list[str]:
    """How many jobs share rates and budget, as an override. Raises Fault for what cannot be divided among jobs."""
    first = grid.points[0].config
    if any(point.config.budget.race for point in grid.points):
        raise Fault(
            "budget.race=true compares variations while they are asked, in one process; leave out budget.race=true, or "
            "hydra/launcher="
        )
    if first.runner.jobs:
        return []
    if grid.is_known:
        return [f"runner.jobs={len(grid.points)}"]
    if any((first.llm.rpm, first.llm.tpm, first.budget.calls, first.budget.tokens, first.budget.usd)):
        raise Fault("runner.jobs: say how many jobs share llm.rpm, llm.tpm and budget; the sweeper does not say it")
    return []


def _with_jobs(points: Sequence[Point], jobs: Sequence[str]) -> list[Point]:
    """The points as a process takes them that launched so many jobs."""
    if not jobs:
        return [*points]
    number = int(jobs[0].partition("=")[2])
    runner = replace(points[0].config.runner, jobs=number)
    return [replace(point, config=replace(point.config, runner=runner)) for point in points]


def _gathered(
    whole: Sweep, folders: Sequence[str], words: Sequence[str], grid: Grid, place: Path, show_all: bool
) -> int:
    """Scores and shows what the jobs have asked."""
    left = job.left(place)
    stops = [*dict.fromkeys(one.stopped for one in left if one.stopped)]
    planned = all(one.planned for one in left if one.stopped)
    composer, _ = Composer.of(folders)
    whole.run(grid.points if grid.is_known else [point_of(composer, one.overrides, words) for one in left])
    if not whole.has_runs:
        raise Fault(stops or "no job has answered a question")
    stopped = (BudgetSpent if planned else ModelUnavailable)("; ".join(stops)) if stops else None
    return whole.finish(stopped, show_all=show_all)


def _run_hydra(words: Sequence[str], task: Task) -> None:
    """Hydra's main function with these words. Raises what the task did."""
    sys.argv[1:] = words
    register_all()  # whatever Hydra may choose or list
    try:
        hydra.main(version_base=VERSION, config_path=str(CONF), config_name=PRIMARY)(task)()
    except SystemExit as ended:
        if task.fault is not None:
            raise task.fault from None
        if ended.code:
            raise
