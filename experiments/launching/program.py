"""The Hydra program: checks every point, lets Hydra run them, and finishes the sweep that they are.

Hydra's own words mean what its manual says: --multirun, --cfg, --info, --help, --config-dir, +key, ++key, ~key,
hydra/launcher=, hydra/sweeper=. Beside them stand the short options of `own_options`. Several values imply --multirun.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any

import hydra
from hydra.types import RunMode

from ragatta.experiments import waiting
from ragatta.experiments.composing.arguments import overrides_of, own_options, quoted
from ragatta.experiments.composing.composer import PRIMARY, VERSION, Composer, as_launched, hydra_words, opened
from ragatta.experiments.composing.config import Point
from ragatta.experiments.composing.overrides import Grid, composed_grid, point_of
from ragatta.experiments.composing.twins import EVERY_KIND, without_twins
from ragatta.experiments.extras import is_here, missing
from ragatta.experiments.faults import Fault
from ragatta.experiments.launching import job, parts
from ragatta.experiments.launching.completion import LINE, as_hydra_reads
from ragatta.experiments.launching.sweep import Sweep, dry_run
from ragatta.experiments.launching.task import Task
from ragatta.experiments.paths import CONF
from ragatta.experiments.running.outputs import new_sweep_folder
from ragatta.pipeline.llm.meter import BudgetSpent
from ragatta.pipeline.llm.seam import ModelUnavailable
from ragatta.pipeline.settings.checks import at_least

OURS, RAY = "hydra_plugins.ragatta.RagattaLauncher", "hydra_plugins.ragatta_ray.RayLauncher"
LEAST = {  # of a launcher's settings; joblib's n_jobs is -1 for all cores
    "num_cpus": 0, "max_retries": -1, "timeout_min": 1, "nodes": 1, "tasks_per_node": 1, "cpus_per_task": 1,
    "array_parallelism": 1, "mem_gb": 1,
}  # fmt: skip


@dataclass(frozen=True)
class Words:
    """The words of the program: Hydra's flags, in which `args` are parsed, and overrides."""

    flags: tuple[str, ...]
    overrides: tuple[str, ...]
    args: argparse.Namespace

    @property
    def only_show(self) -> bool:
        """Whether Hydra shows something and runs nothing."""
        args = self.args
        shown = (args.cfg, args.info, args.help, args.hydra_help, args.shell_completion, args.experimental_rerun)
        return any(shown)


def main(arguments: list[str]) -> int:
    options, rest = own_options().parse_known_args(arguments)
    words = _words(rest)
    options.overrides, options.config_dir = list(words.overrides), ""
    if (words.only_show or words.args.multirun or words.args.run) and not options.grid:
        options.grid = "none"  # Hydra's own words: nothing is added to them
    words = Words(words.flags, tuple(overrides_of(options)), words.args)
    if words.only_show:
        _run_hydra(_completing(words) if words.args.shell_completion else words, Task())
        return 0
    waiting.show("composing")
    grid = composed_grid([*words.flags, *words.overrides])
    if options.dry_run:
        return _dry_run(grid)
    multirun = words.args.multirun or grid.spans or grid.hydra.mode == RunMode.MULTIRUN
    return _multirun(words, grid) if multirun else _one_run(words, grid)


def _words(rest: Sequence[str]) -> Words:
    args = hydra_words(rest)
    flags = list(rest)
    for override in args.overrides:
        flags.remove(override)
    return Words(tuple(flags), tuple(map(opened, args.overrides)), args)


def _completing(words: Words) -> Words:
    if LINE not in os.environ:  # the shell is told how to ask
        return words
    os.environ[LINE], folder = as_hydra_reads(os.environ[LINE])
    return replace(words, flags=(*words.flags, *folder))


def _dry_run(grid: Grid) -> int:
    if not grid.is_known:
        raise Fault("--dry-run: a sweeper that chooses as it goes has no points beforehand; leave out hydra/sweeper=")
    points, left_out = without_twins(grid.points)
    for line in left_out:
        print(line, flush=True)
    return dry_run(points)


def _one_run(words: Words, grid: Grid) -> int:
    sweep = Sweep()
    _run_hydra(words, Task(sweep, {as_launched(point.overrides): point for point in grid.points}))
    return sweep.finish()


def _multirun(words: Words, grid: Grid) -> int:
    """Under our launcher the sweep goes on while Hydra launches; under another the jobs leave answers in the journals,
    and the sweep follows."""
    elsewhere = str(grid.hydra.launcher._target_) != OURS
    if str(grid.hydra.launcher._target_) == RAY and not is_here("ray"):
        raise Fault(f"hydra/launcher=ray: {missing('ray')}")
    if problems := launcher_problems(grid.hydra.launcher):
        raise Fault(problems)
    if grid.points[0].config.runner.index_jobs and not elsewhere:
        raise Fault("runner.index_jobs: jobs of a launcher; add hydra/launcher=joblib, ray or submitit_slurm")
    kinds = [EVERY_KIND] if any(point.config.dataset.every_kind for point in grid.points) else []
    jobs = _jobs(grid) if elsewhere else []
    folder = new_sweep_folder()
    chosen = str(grid.hydra.sweep.dir)  # resolved once: ${now:...} would give each process another folder
    place = folder if chosen == "." else Path(chosen).resolve()
    flags = words.flags if words.args.multirun else ("--multirun", *words.flags)
    given = Words(flags, (*words.overrides, *kinds, *jobs, f"hydra.sweep.dir={quoted(place)}"), words.args)
    sweep = Sweep(folder, asked_elsewhere=elsewhere)
    known = {as_launched([*point.overrides, *kinds]): point for point in grid.points}
    try:
        if not elsewhere:
            _run_hydra(given, Task(sweep, known))
            return sweep.finish()
        if grid.is_known:
            if grid.points[0].config.runner.index_jobs:
                _index(words, grid, place)
            sweep.prepare(_with_jobs(grid.points, jobs))
        job.forget(place)
        _run_hydra(given, Task())
        return _gathered(sweep, given, grid, place)
    finally:
        if not (folder / "sweep.json").exists():  # nothing was run
            shutil.rmtree(folder, ignore_errors=True)


def launcher_problems(launcher: Mapping[str, Any]) -> list[str]:
    """What is wrong with the numbers of a launcher of Hydra's, by their keys."""
    numbers = {name: value for name, value in launcher.items() if isinstance(value, int | float)}
    found = [] if numbers.get("n_jobs", 1) else ["hydra.launcher.n_jobs (0) must be at least 1, or -1 for all cores"]
    for name in numbers.keys() & LEAST.keys():
        found += at_least(f"hydra.launcher.{name}", numbers[name], LEAST[name])
    return sorted(found)


def _index(words: Words, grid: Grid, place: Path) -> None:
    """Has jobs embed the documents, a multirun for each collection. What they leave undone is done here."""
    for overrides in parts.jobs(grid.points, words.overrides):
        job.forget(place)
        given = (*overrides, f"hydra.sweep.dir={quoted(place)}")
        _run_hydra(Words((*words.flags, "--multirun"), given, words.args), Task())
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


def _gathered(sweep: Sweep, words: Words, grid: Grid, folder: Path) -> int:
    """Scores and shows what the jobs have asked."""
    left = job.left(folder)
    stops = [*dict.fromkeys(one.stopped for one in left if one.stopped)]
    planned = all(one.planned for one in left if one.stopped)
    sweep.run(grid.points if grid.is_known else _launched(left, words))
    if not sweep.has_runs:
        raise Fault(stops or "no job has answered a question")
    stopped = (BudgetSpent if planned else ModelUnavailable)("; ".join(stops)) if stops else None
    return sweep.finish(stopped)


def _launched(jobs: Sequence[job.Job], words: Words) -> list[Point]:
    """The points that a sweeper chose."""
    composer = Composer.of(words.args)
    return [point_of(composer, one.overrides, words.overrides) for one in jobs]


def _run_hydra(words: Words, task: Task) -> None:
    """Hydra's main function with these words. Raises what the task did."""
    from hydra._internal.hydra import Hydra  # slow

    # Without this, Hydra composes everything once more to read its mode, which the flags already give (see main).
    Hydra.get_mode = lambda *_, **__: None  # type: ignore[method-assign]
    launched = getattr(Hydra.multirun, "__wrapped__", Hydra.multirun)

    @wraps(launched)
    def multirun(*given: Any, **named: Any) -> Any:
        try:
            return launched(*given, **named)
        except Exception as fault:
            if not (said := job.died(fault)):
                raise
            task.fault = Fault(f"a job of the launcher died: {said}; its answers are kept: the same command continues")
            raise SystemExit(1) from fault

    Hydra.multirun = multirun  # type: ignore[method-assign]
    sys.argv[1:] = [*words.flags, *words.overrides]
    try:
        hydra.main(version_base=VERSION, config_path=str(CONF), config_name=PRIMARY)(task)()
    except SystemExit as ended:
        if task.fault is not None:
            raise task.fault from None
        if ended.code:
            raise
