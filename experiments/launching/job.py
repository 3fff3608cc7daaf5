"""A point as a job of its own, in another process or on another machine: its questions are asked into the journal.
Before the points, a part of the documents may be a job (index_jobs.py).

The process that launched it reads the answers there, scores them and writes the table. What it cannot see of a job,
its overrides and why it stopped, the job leaves in a file below hydra.sweep.dir.
"""

from __future__ import annotations

import json
import math
import re
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import shorten

from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import Point
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.faults import problems_of
from ragatta.experiments.launching import index_jobs
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.results.summary import summary_row
from ragatta.experiments.results.writing import headline
from ragatta.experiments.running.loop import runs_of
from ragatta.pipeline.llm.meter import UNLIMITED, BudgetSpent
from ragatta.pipeline.machine.files import write_whole

FOLDER = "jobs"
DIED = {"BrokenExecutor", "UncompletedJobError", "RayError"}  # what joblib, submitit and Ray raise then
LONGEST = 300  # characters of what they say
_of_the_last = threading.local()  # of a thread, as what is measured belongs to one
KEPT = "its answers are kept: the same command continues"


@dataclass(frozen=True)
class Job:
    """`stopped` says why it has not all of its answers, `planned` whether that was a limit of the budget."""

    overrides: Sequence[str]
    stopped: str = ""
    planned: bool = False


def run(words: Sequence[str], number: int, folder: str, scores: bool = True) -> float:
    """Asks what the journal lacks for the point of these words and returns its metric; nan where nothing is
    answered, or where only the process that launched it `scores`."""
    place = Path(folder, FOLDER, f"{number:05}.json")
    place.parent.mkdir(parents=True, exist_ok=True)
    value, stopped, planned = math.nan, "", False
    try:
        point = one_point(words, "sweep")
        if point.config.runner.part:
            index_jobs.embed(point, _noted)
        else:
            value = _asked(point, scores)
    except Exception as fault:
        if not (lines := problems_of(fault)):
            raise
        stopped = "\n".join(lines)
        planned = isinstance(fault, BudgetSpent)
    overrides = [word for word in words if not word.startswith("--")]
    write_whole(place, json.dumps(vars(Job(overrides, stopped, planned))))
    return value


def died(fault: BaseException) -> str:
    """How a launcher says that a worker of its has died, in one line; "" where that is not what was raised."""
    if not DIED & {kind.__name__ for kind in type(fault).__mro__}:
        return ""
    message = " ".join(str(fault).split())
    codes = re.search(r"exit codes of the workers are (\{[^}]*\})", message)  # joblib
    return f"{shorten(message.partition('. ')[0], LONGEST)}{f' (exit code {codes[1]})' if codes else ''}; {KEPT}"


def forget(folder: Path) -> None:
    """Removes what the jobs of an earlier sweep left there."""
    for path in _files(folder):
        path.unlink(missing_ok=True)


def left(folder: Path) -> list[Job]:
    """The jobs that ended, in their order."""
    return [Job(**json.loads(path.read_text(encoding="utf-8"))) for path in _files(folder)]


def _files(folder: Path) -> list[Path]:
    """Those that `run` wrote: hydra.sweep.dir may be a folder with files of the user's."""
    return sorted(path for path in folder.glob(f"{FOLDER}/*.json") if re.fullmatch(r"\d{5,}", path.stem))


def _asked(point: Point, scores: bool) -> float:
    config = point.config.shared()
    point = Point(point.label, point.overrides, config)
    values = []
    for one in runs_of([point], _resources(config), scores=scores):
        metric = config.comparison.metric or headline([point], [one])
        values.append(float(summary_row(one)[metric]))
    return values[0] if values else math.nan


def _resources(config: Config) -> Resources:
    """Those of the job before in this thread, where they serve this one too: documents are read once, and the index
    and the model are opened once. A budget is counted by job, so that each with a limit has its own."""
    index = config.parser, config.chunking, config.embedder  # one at a time in memory
    parts, limits = repr((config.dataset, config.architecture.name, config.runner, index)), config.budget.limits()
    known, kept = getattr(_of_the_last, "kept", ("", None))
    if kept and known == parts and limits == UNLIMITED:
        found: Resources = kept
        return found
    _of_the_last.kept = "", None
    dataset = open_dataset(config.dataset, _noted, architecture=config.architecture)
    made = Resources.of(dataset, _noted, workers=config.runner.workers, limits=limits)
    if limits == UNLIMITED:
        _of_the_last.kept = parts, made
    return made


def _noted(what: str, done: int, total: int) -> None:  # noqa: ARG001 - bars of several jobs would overwrite each other
    if what.startswith(("note:", "warning:")):
        print(what, file=sys.stderr, flush=True)
