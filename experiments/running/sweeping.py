"""Runs every point of a grid in turn. Finished points are written at once, so that a stopped sweep leaves complete
files for them."""

from __future__ import annotations

import math
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any

from ragatta.eval.groups import group
from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.experiments.composing.config import Point
from ragatta.experiments.composing.twins import alike
from ragatta.experiments.running.asking import runs_of
from ragatta.experiments.running.keys import question_digests
from ragatta.experiments.running.outputs import (
    csv_of,
    new_sweep_folder,
    point_latest,
    write_progress,
    write_questions,
    write_run,
    write_sweep,
)
from ragatta.experiments.running.prepare import Preparation
from ragatta.experiments.running.runner import STOPPING
from ragatta.experiments.running.stages import call_rows, stage_rows
from ragatta.experiments.running.stated_confidence import confidence_rows
from ragatta.experiments.running.summary import Run, kind_rows, question_rows, summary_row
from ragatta.pipeline.llm.seam import ModelError, ModelFailed


@dataclass
class Results:
    """The finished runs of a sweep with their rows for its tables."""

    folder: Path
    started: float  # of the whole command, by perf_counter
    gold: Mapping[str, str]  # digests of the questions
    created: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    points: list[Point] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)
    kinds: list[dict[str, Any]] = field(default_factory=list)
    stages: list[dict[str, Any]] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)
    calibration: list[dict[str, Any]] = field(default_factory=list)
    stopped: ModelError | None = None  # why the last of the points have not all of their answers
    by_question: str = ""  # as CSV: the longest of the tables, and each run is a part of it that stays

    def add(self, run: Run, measured: Iterable[Mapping[str, Any]] = ()) -> None:
        """`measured`: the stages of the command while the run was made."""
        self.runs.append(run)
        self.rows.append(summary_row(run))
        self.kinds += kind_rows(run)
        self.stages += stage_rows(run, measured)
        self.calls += call_rows(run)
        self.calibration += confidence_rows(run)
        self.by_question += csv_of(question_rows(run), heading=not self.by_question)

    def run_folder(self, number: int) -> Path:
        """The folder that keeps the files of the run with that number (from 0) as this sweep saw them."""
        return self.folder / "runs" / f"{number + 1:02}"

    def value_of(self, point: Point) -> float:
        """The metric of a point's run, or of one that is alike; nan where there is none."""
        metric = point.config.comparison.metric or headline(self.points, self.runs)
        rows = zip(self.runs, self.rows, strict=True)
        return next((float(row[metric]) for run, row in rows if alike(run.point, point)), math.nan)

    def write(self) -> None:
        tables = {"summary": self.rows, "by_kind": self.kinds, "stages": self.stages, "calls": self.calls}
        write_sweep(self.folder, **tables, calibration=self.calibration, by_question=self.by_question)


def run_all(points: Sequence[Point], prepared: Preparation, results: Results | None = None) -> Results:
    """Asks the questions of all points, in flight together, and writes each point's files and the summary so far when
    its answers are complete, in the order of the points. A point with the answers and the scoring of an earlier one is
    marked as the same. `results` are those of an earlier batch, to which these are added."""
    results = results or started(prepared, new_sweep_folder())
    results.points += points
    try:
        write_questions(results.folder, prepared.course.questions)
        write_progress(results.folder, _progress(results, prepared))
        for run, keys in runs_of(points, prepared):
            _write(run, keys, prepared, results)
    except (*STOPPING, ModelFailed) as fault:  # the latter on a summary
        if not results.runs:
            raise
        results.stopped = fault
    finally:
        if not (results.run_folder(0) / "manifest.json").exists():  # stopped before the first point was finished
            shutil.rmtree(results.folder)
    return results


def started(prepared: Preparation, folder: Path) -> Results:
    return Results(folder, prepared.started, question_digests(prepared.course.questions))


def _write(run: Run, keys: Mapping[str, Any], prepared: Preparation, results: Results) -> None:
    twin = next((other.point.label for other in results.runs if _same(other, run)), "")
    here = results.run_folder(len(results.runs))
    results.add(replace(run, same_as=twin), keys.get("stages", ()))
    records = prepared.course.records
    bundle = {"bundle": records.bundle} if records.bundle else {}
    write_run(results.runs[-1], [records.run_folder(run.run_key), here], {**keys, **results.gold, **bundle})
    results.write()
    write_progress(results.folder, _progress(results, prepared))
    point_latest(results.folder)  # from the first run on: a sweep that is killed can be looked at


def _progress(results: Results, prepared: Preparation) -> dict[str, Any]:
    """What sweep.json says: what the sweep is, and how far it has come."""
    points = results.points
    first = points[0].config
    stopped = prepared.race.stopped if prepared.race else {}
    return {
        "sweep_id": results.folder.name,
        "created": results.created,
        "finished": sum(not run.unanswered or run.point.label in stopped for run in results.runs) == len(points),
        "stopped": {label: vars(one) for label, one in stopped.items()},
        "dataset": prepared.course.name,
        "split": first.dataset.split,
        "repeats": first.repeats,
        "not_asked": dict(sorted(Counter(group(question) for question in prepared.course.not_asked).items())),
        "baseline": first.comparison.baseline or points[0].label,
        "metric": first.comparison.metric or headline(points, results.runs),
        "cluster": first.comparison.cluster,
        "worth": first.comparison.worth,
        "looks": first.comparison.looks,
        "seconds": round(perf_counter() - results.started, 3),
        "stages": prepared.measured.stages(),
        "points": [point.label for point in points],
        "variations": [
            {
                "label": run.point.label,
                "folder": results.run_folder(number).relative_to(results.folder).as_posix(),
                "run_key": run.run_key,
                "collection": run.collection,
                "same_as": run.same_as,
                "reused": run.reused,
            }
            for number, run in enumerate(results.runs)
        ],
    }


def headline(points: Sequence[Point], runs: Sequence[Run]) -> str:
    """What the variations are compared by where nothing is said. The score of what rules answer says little."""
    if not all(point.config.by_rule() for point in points):
        return SCORE
    known = any(row.scores[RETRIEVAL] is not None for run in runs for row in run.rows)
    return RETRIEVAL if known or not runs else SCORE


def _same(one: Run, other: Run) -> bool:
    return one.run_key == other.run_key and one.point.config.scoring == other.point.config.scoring
