"""The results of a sweep: the rows of its tables, and its files.

The files of a run are written as it is finished, the tables with it or soon after, because they are written whole and
with every run would be quadratic. A sweep that is killed leaves complete tables of the variations that sweep.json
names; the answers of all are in the journals.
"""

from __future__ import annotations

import math
import shutil
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import Any

from ragatta.eval.clusters import clusters
from ragatta.eval.groups import group
from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.eval.statistics import Clusters, mean_interval
from ragatta.experiments.composing.config import Point
from ragatta.experiments.composing.twins import hashable, what_runs
from ragatta.experiments.on_record.journal import is_timed
from ragatta.experiments.paths import SWEEPS
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.results.outputs import (
    csv_of,
    point_latest,
    write_progress,
    write_questions,
    write_run,
    write_sweep,
)
from ragatta.experiments.results.summary import (
    TOKENS,
    Run,
    Scored,
    cost_usd,
    is_live,
    kind_rows,
    quantile,
    question_rows,
    summary_row,
)
from ragatta.pipeline.agents.trace import ALIGNMENT
from ragatta.pipeline.llm.seam import ModelError
from ragatta.pipeline.machine.clock import running_time

# The rows of calibration.csv: how often answers of each stated confidence are right.
#
# Only answered questions count: a refusal states no confidence in an answer. An answer counts with its score: one that
# is partly right counts in part, one whose verdict is undecided as its guess.


LEVELS = ("high", "medium", "low")


def confidence_rows(run: Run) -> list[dict[str, Any]]:
    """A row for each confidence that any answer states, the highest first; none of a system outside, which states
    none."""
    found: dict[str, list[Scored]] = defaultdict(list)
    for row in run.rows:
        if row.entry.status == "answered" and not _from_outside(row):
            found[row.entry.record["confidence"]].append(row)
    together = clusters((row.question for row in run.rows), run.point.config.comparison.cluster)
    return [
        {"variation": run.point.label, "confidence": level, **_figures(found[level], together)}
        for level in LEVELS
        if level in found
    ]


def _figures(rows: Sequence[Scored], together: Clusters) -> dict[str, Any]:
    scores: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        scores[row.question.id].append(row.scores["score"] or 0.0)
    right = mean_interval(scores, together)
    return {
        "questions": len(scores),
        "answers": len(rows),
        "undecided": sum(bool(row.undecided) for row in rows),
        "right": right.mean,
        "right_ci_low": right.low,
        "right_ci_high": right.high,
    }


def _from_outside(row: Scored) -> bool:
    return any(step["name"] == ALIGNMENT for step in row.entry.record["steps"])


# The rows of stages.csv and calls.csv: where the seconds, the memory and the model calls of a variation went.
#
# Live and replayed seconds have separate columns, as in summary.csv. Tokens and seconds of calls are those of the
# original calls, also for replayed ones.


MEMORY = ("read", "index", "ask")  # stages of the command whose peak memory is told


def stage_rows(run: Run, measured: Iterable[Mapping[str, Any]] = ()) -> list[dict[str, Any]]:
    """A row a stage of the answers, then a row for what the command measured of indexing and asking (`measured`:
    experiments.resources.stage_costs). A stage that an answer enters again counts once, with all its seconds."""
    live, replayed = _seconds(run.rows, live=True), _seconds(run.rows, live=False)
    names = dict.fromkeys(stage["name"] for row in run.rows for stage in _stages(row))
    of_answers = [
        {
            "variation": run.point.label,
            "measured": "answers",
            "stage": name,
            "answers": len(live[name]) + len(replayed[name]),
            "live_latency_p50_s": quantile(live[name], 0.5),
            "live_latency_p95_s": quantile(live[name], 0.95),
            "replayed_latency_p50_s": quantile(replayed[name], 0.5),
            "replayed_latency_p95_s": quantile(replayed[name], 0.95),
            "wall_s": math.nan,
            "peak_mb": math.nan,
        }
        for name in names
    ]
    empty = dict.fromkeys(of_answers[0] if of_answers else (), math.nan)
    of_command = [
        {**empty, "variation": run.point.label, "measured": "command", "stage": stage["name"]}
        | {name: stage[name] for name in ("wall_s", "peak_mb")}
        for stage in measured
        if stage["name"] in MEMORY and of_answers
    ]
    return of_answers + of_command


def call_rows(run: Run) -> list[dict[str, Any]]:
    """A row for each role (the stage that asked), task and model."""
    calls: dict[tuple[str, ...], list[Mapping[str, Any]]] = defaultdict(list)
    seconds: dict[tuple[str, ...], list[float]] = defaultdict(list)
    llm = run.point.config.llm
    for row in run.rows:
        for stage in _stages(row):
            for call in stage["calls"]:
                key = (stage["name"], call["task"], call["provider"], call["model"])
                calls[key].append(call)
                seconds[key] += [call["seconds"]] if is_timed(row.entry.timing) else []
    return [
        {
            "variation": run.point.label,
            **dict(zip(("stage", "task", "provider", "model"), key, strict=True)),
            "calls": len(own),
            "calls_per_answer": len(own) / len(run.rows),
            "live_calls": sum(call["live"] for call in own),
            "repaired": sum(call.get("repaired", False) for call in own),
            "fell_back": sum(call["fell_back"] for call in own),
            "call_p50_s": quantile(seconds[key], 0.5),
            "call_p95_s": quantile(seconds[key], 0.95),
            "tokens_in": sum(call["tokens_in"] for call in own),
            "tokens_out": sum(call["tokens_out"] for call in own),
            "cost_usd": cost_usd(((call["model"], *(call[name] for name in TOKENS)) for call in own), llm),
        }
        for key, own in calls.items()
    ]


def _stages(row: Scored) -> Sequence[Mapping[str, Any]]:
    found: Sequence[Mapping[str, Any]] = row.entry.timing["stages"]
    return found


def _seconds(rows: Iterable[Scored], *, live: bool) -> dict[str, list[float]]:
    """Per stage its seconds in each answer that was live, or was not."""
    found: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        if is_live(row) == live and is_timed(row.entry.timing):
            by_stage: dict[str, float] = defaultdict(float)
            for stage in _stages(row):
                by_stage[stage["name"]] += stage["seconds"] + (0.0 if live else stage["replayed_seconds"])
            for name, seconds in by_stage.items():
                found[name].append(seconds)
    return found


PAUSE = 10  # times as long as writing the tables took, before they are written again


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
    by_question: list[str] = field(default_factory=list)  # as CSV, a part a run: the longest of the tables
    _labels: dict[Hashable, str] = field(default_factory=dict)  # of the first run with these answers and this scoring
    _due: float = 0.0  # when the tables are to be written again, by monotonic
    _there: int = 0  # runs that have their files
    _written: int = 0  # and that the tables have

    def begin(self, points: Sequence[Point]) -> None:
        """Adds points that are about to be run."""
        self.points += points
        write_questions(self.folder, self.resources.dataset.questions)
        write_progress(self.folder, self._progress())

    def add(self, run: Run) -> None:
        """Adds a run, with its files. One with the answers and the scoring of an earlier one is marked as the same."""
        label = run.point.label
        first = self._labels.setdefault(_answers(run), label)
        here, run = self.run_folder(len(self.runs)), replace(run, same_as=first if first != label else "")
        self.runs.append(run)
        self.rows.append(summary_row(run))
        self.kinds += kind_rows(run)
        self.stages += stage_rows(run, run.stages)
        self.calls += call_rows(run)
        self.calibration += confidence_rows(run)
        self.by_question.append(csv_of(question_rows(run), heading=not self.by_question))
        self._write(run, here)
        self._there = len(self.runs)
        if monotonic() >= self._due:
            self.write_tables()

    def _write(self, run: Run, here: Path) -> None:
        dataset = self.resources.dataset
        bundle = {"bundle": dataset.records.bundle} if dataset.records.bundle else {}
        made_from = {**run.keys, "stages": run.stages, **bundle}
        places = [here] if self.is_part else [dataset.records.run_folder(run.run_key), here]
        write_run(run, places, made_from)

    def write_tables(self) -> None:
        """Writes those of the runs so far, unless they are there."""
        if self._written == self._there:
            return
        begun = monotonic()
        tables = {"summary": self.rows, "by_kind": self.kinds, "stages": self.stages, "calls": self.calls}
        write_sweep(self.folder, **tables, calibration=self.calibration, by_question="".join(self.by_question))
        write_progress(self.folder, self._progress())  # after the tables, which have all runs that it names
        ended = monotonic()
        self._written, self._due = self._there, ended + PAUSE * (ended - begun)
        if self.folder.parent == SWEEPS:  # no part of another sweep
            point_latest(self.folder)  # from the first run on: a sweep that is killed can be looked at

    def drop_if_empty(self) -> None:
        """Removes the folder where no run has been finished."""
        if not (self.run_folder(0) / "manifest.json").exists():
            shutil.rmtree(self.folder)

    def run_folder(self, number: int) -> Path:
        """The folder that keeps the files of the run with that number (from 0) as this sweep saw them."""
        return self.folder / "runs" / f"{number + 1:02}"

    def values_of(self, points: Sequence[Point]) -> list[float]:
        """The metric of each point's run, or of one that is alike; nan where there is none."""
        usual, rows = headline(self.points, self.runs), dict[Hashable, Mapping[str, Any]]()
        for run, row in zip(self.runs, self.rows, strict=True):
            rows.setdefault(what_runs(run.point), row)
        asked = ((point.config.comparison.metric or usual, rows.get(what_runs(point))) for point in points)
        return [float(row[metric]) if row else math.nan for metric, row in asked]

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
            "edition": dataset.edition,
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


def _answers(run: Run) -> Hashable:
    """The same for runs with the same answers and scoring."""
    config = run.point.config
    return run.run_key, hashable(config.dataset), hashable(config.scoring), config.first_sample
