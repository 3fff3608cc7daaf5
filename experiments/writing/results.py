"""The results of a sweep: the rows of its tables, and its files. They are written anew with every finished variation,
so that a stopped sweep leaves complete files for those."""

from __future__ import annotations

import math
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from ragatta.eval.groups import group
from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.experiments.composing.config import Point
from ragatta.experiments.composing.twins import alike
from ragatta.experiments.paths import SWEEPS
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.writing.outputs import (
    csv_of,
    point_latest,
    write_progress,
    write_questions,
    write_run,
    write_sweep,
)
from ragatta.experiments.writing.stages import call_rows, stage_rows
from ragatta.experiments.writing.stated_confidence import confidence_rows
from ragatta.experiments.writing.summary import Run, kind_rows, question_rows, summary_row
from ragatta.pipeline.llm.seam import ModelError
from ragatta.pipeline.machine.clock import running_time


@dataclass
class Results:
    """The finished runs of a sweep in its `folder`, with their rows."""

    folder: Path
    resources: Resources
    is_part: bool = False  # of another sweep
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

    def begin(self, points: Sequence[Point]) -> None:
        """Adds points that are about to be run."""
        self.points += points
        write_questions(self.folder, self.resources.dataset.questions)
        write_progress(self.folder, self._progress())

    def add(self, run: Run) -> None:
        """Adds a run, with its files. One with the answers and the scoring of an earlier one is marked as the same."""
        twin = next((other.point.label for other in self.runs if _same(other, run)), "")
        here, run = self.run_folder(len(self.runs)), replace(run, same_as=twin)
        self.runs.append(run)
        self.rows.append(summary_row(run))
        self.kinds += kind_rows(run)
        self.stages += stage_rows(run, run.stages)
        self.calls += call_rows(run)
        self.calibration += confidence_rows(run)
        self.by_question += csv_of(question_rows(run), heading=not self.by_question)
        self._write(run, here)

    def _write(self, run: Run, here: Path) -> None:
        dataset = self.resources.dataset
        bundle = {"bundle": dataset.records.bundle} if dataset.records.bundle else {}
        made_from = {**run.keys, "stages": run.stages, **bundle}
        places = [here] if self.is_part else [dataset.records.run_folder(run.run_key), here]
        write_run(run, places, made_from)
        tables = {"summary": self.rows, "by_kind": self.kinds, "stages": self.stages, "calls": self.calls}
        write_sweep(self.folder, **tables, calibration=self.calibration, by_question=self.by_question)
        write_progress(self.folder, self._progress())
        if self.folder.parent == SWEEPS:  # no part of another sweep
            point_latest(self.folder)  # from the first run on: a sweep that is killed can be looked at

    def drop_if_empty(self) -> None:
        """Removes the folder where no run has been finished."""
        if not (self.run_folder(0) / "manifest.json").exists():
            shutil.rmtree(self.folder)

    def run_folder(self, number: int) -> Path:
        """The folder that keeps the files of the run with that number (from 0) as this sweep saw them."""
        return self.folder / "runs" / f"{number + 1:02}"

    def value_of(self, point: Point) -> float:
        """The metric of a point's run, or of one that is alike; nan where there is none."""
        metric = point.config.comparison.metric or headline(self.points, self.runs)
        rows = zip(self.runs, self.rows, strict=True)
        return next((float(row[metric]) for run, row in rows if alike(run.point, point)), math.nan)

    @cached_property
    def _documents(self) -> list[str]:
        return self.resources.documents.names()

    def _progress(self) -> dict[str, Any]:
        """What sweep.json says: what the sweep is, and how far it has come."""
        points, runs, dataset = self.points, self.runs, self.resources.dataset
        first = points[0].config
        return {
            "sweep_id": self.folder.name,
            "created": self.created,
            "finished": sum(not run.unanswered or run.dropped is not None for run in runs) == len(points),
            "stopped": {run.point.label: vars(run.dropped) for run in runs if run.dropped},
            "dataset": dataset.name,
            "documents": self._documents,
            "split": first.dataset.split,
            "repeats": first.repeats,
            "not_asked": dict(sorted(Counter(group(question) for question in dataset.not_asked).items())),
            "drawn": asdict(dataset.drawn) if dataset.drawn else None,
            "baseline": first.comparison.baseline or points[0].label,
            "metric": first.comparison.metric or headline(points, runs),
            "cluster": first.comparison.cluster,
            "worth": first.comparison.worth,
            "margin": first.comparison.margin,
            "looks": first.comparison.looks,
            "seconds": round(running_time() - self.resources.started, 3),
            "stages": self.resources.measured.stages(),
            "points": [point.label for point in points],
            "variations": [
                {
                    "label": run.point.label,
                    "folder": self.run_folder(number).relative_to(self.folder).as_posix(),
                    "run_key": run.run_key,
                    "collection": run.collection,
                    "same_as": run.same_as,
                    "reused": run.reused,
                    "cut_off": run.unanswered if run.cut_off else 0,
                }
                for number, run in enumerate(runs)
            ],
        }


def headline(points: Sequence[Point], runs: Sequence[Run]) -> str:
    """What the variations are compared by where nothing is said. The score of what rules answer says little."""
    if not all(point.config.by_rule() for point in points):
        return SCORE
    known = any(row.scores[RETRIEVAL] is not None for run in runs for row in run.rows)
    return RETRIEVAL if known or not runs else SCORE


def _same(one: Run, other: Run) -> bool:
    own, others = one.point.config, other.point.config
    scored_alike = own.scoring == others.scoring and own.first_sample == others.first_sample
    return one.run_key == other.run_key and own.dataset == others.dataset and scored_alike
