"""A sweep: what is announced before it, its questions asked, its table, files and MLflow."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import shorten
from time import perf_counter, time
from typing import Any

from ragatta.eval.scorers import judge, judged
from ragatta.eval.scorers.score import UNDECIDED
from ragatta.experiments import waiting
from ragatta.experiments.composing.config import Point, flat
from ragatta.experiments.composing.twins import distinct, without_twins
from ragatta.experiments.corpora.dataset import open_course
from ragatta.experiments.counting import counted
from ragatta.experiments.extras import is_here
from ragatta.experiments.faults import Fault, visible
from ragatta.experiments.paths import HOME
from ragatta.experiments.progress import Bars
from ragatta.experiments.records import OWN, Records
from ragatta.experiments.running.forecast import announce, planned, to_index
from ragatta.experiments.running.outputs import new_sweep_folder, write_sweep
from ragatta.experiments.running.prepare import Preparation
from ragatta.experiments.running.summary import Run
from ragatta.experiments.running.sweeping import Results, run_all, started
from ragatta.experiments.showing import console, effects, kinds, tables
from ragatta.experiments.showing.evidence import evidence
from ragatta.experiments.showing.judged import judge_names, judged_notes
from ragatta.experiments.showing.notes import notes
from ragatta.experiments.showing.printed import latex
from ragatta.experiments.showing.results import SweepResult, open_sweep
from ragatta.experiments.tracking.track import track
from ragatta.pipeline.architecture import EXTERNAL
from ragatta.pipeline.llm.meter import BudgetSpent
from ragatta.pipeline.llm.seam import ModelError
from ragatta.pipeline.plugins import suggestion
from ragatta.pipeline.storage.files import write_whole

LONGEST = 300  # characters of a reason
FEW = 12  # questions whose evidence is listed one by one below the table


def dry_run(points: Sequence[Point], records: Records = OWN) -> int:
    """Says what would run, what is reused and how many model calls it takes. Asks and indexes nothing, and connects to
    no model server."""
    bars = Bars()
    with bars.shown():
        prepared = _prepared(points, bars, records, on_record=True)
        plans = planned(points, prepared)
        announce(points, prepared, plans)
        console.plans(plans)
    return 0


def sweep(points: Sequence[Point], records: Records = OWN) -> int:
    """Runs the points, prints the table and returns 0; 1 where all answers of a variation failed, or where all is there
    but MLflow could not be written. `records` are where answers and replies are kept."""
    whole = Sweep(records=records)
    whole.run(points)
    return whole.finish()


class Sweep:
    """A sweep in one folder of its own, to which points come in one batch or in several."""

    def __init__(self, folder: Path | None = None, asked_elsewhere: bool = False, records: Records = OWN) -> None:
        """`asked_elsewhere`: jobs in other processes leave the answers in the journals, and nothing is asked here."""
        self._folder, self._bars, self._records = folder, Bars(), records
        self._since = time() if asked_elsewhere else None
        self._prepared: Preparation | None = None
        self._results: Results | None = None

    def run(self, points: Sequence[Point]) -> list[float]:
        """Asks the questions of a batch and writes its rows. The metric of each point; nan where it has no answer.
        Raises what stopped an earlier batch."""
        if self._results and self._results.stopped:
            raise self._results.stopped
        kept, left_out = without_twins(distinct(points))
        waiting.hide()
        for line in left_out:
            print(line, flush=True)
        prepared = self._announced(kept) if self._since is None else self._begun(kept)
        prepared.asked_elsewhere_since = self._since
        self._results = self._results or started(prepared, self._folder or new_sweep_folder())
        with self._bars.shown():
            results = run_all(kept, prepared, self._results)
        return [results.value_of(point) for point in points]

    def prepare(self, points: Sequence[Point]) -> None:
        """Makes what jobs elsewhere share before they begin: collections, summaries and annotations."""
        prepared = self._announced(without_twins(points)[0])
        with self._bars.shown():
            for settings in (point.config.pipeline() for point in points):
                prepared.summaries.of(settings)
                prepared.annotations.of(settings)
                prepared.index.needed(settings)

    @property
    def results(self) -> Results:
        """Of the points so far."""
        assert self._results is not None
        return self._results

    @property
    def has_runs(self) -> bool:
        return bool(self._results and self._results.runs)

    def finish(self, stopped: ModelError | None = None) -> int:
        """Prints the table, writes the comparisons and logs to MLflow. `stopped` is what ended jobs elsewhere."""
        assert self._results is not None
        assert self._prepared is not None
        self._results.stopped = self._results.stopped or stopped
        return _finished(self._results, self._prepared)

    def _announced(self, points: Sequence[Point]) -> Preparation:
        with self._bars.shown():
            prepared = self._begun(points)
            plans = planned(points, prepared)
            announce(points, prepared, plans)
            prepared.gauge.expect(sum(plan.to_ask for plan in plans), to_index(points, prepared))
            self._bars.follow(prepared.gauge.line)
        return prepared

    def _begun(self, points: Sequence[Point]) -> Preparation:
        self._prepared = self._prepared or _prepared(points, self._bars, self._records)
        _check_datasets([*(self._results.points if self._results else ()), *points])
        return self._prepared


def _finished(results: Results, prepared: Preparation) -> int:
    waiting.show("comparing the variations")
    written = open_sweep(str(results.folder))
    compared, mattered = _tabulated(results, written)
    caption = "\n".join([*notes(written), _caption(results, prepared)])
    waiting.hide()
    title = f"{prepared.course.name}: {counted(len(prepared.course.questions), 'question')}"
    console.summary(results.rows, title, caption, str(written.info["metric"]))
    console.judged(results.rows, judge_names(written), [*judged_notes(written)])
    console.comparisons(compared)
    for found in mattered[:1]:
        console.effects(found)
    if len(prepared.course.questions) <= FEW:
        evidence(results.runs)
    if results.stopped:
        print(f"{'stopped' if _is_planned(results.stopped) else 'error'}: {results.stopped}", file=sys.stderr)
        return 0 if _is_planned(results.stopped) else 1
    waiting.show("logging")
    try:
        code = track(written)
    finally:
        waiting.hide()
    unanswered = [*_unanswered(results)]
    for line in unanswered:
        print(f"error: {line}", file=sys.stderr)
    return 1 if unanswered else code


def _unanswered(results: Results) -> Iterator[str]:
    """The variations of which every answer failed, with the first reason and the file that has them all."""
    for number, run in enumerate(results.runs):
        if run.rows and all(row.entry.status == "failed" for row in run.rows):
            reason = visible(shorten(str(run.rows[0].entry.record["limitations"]), LONGEST))
            file = results.run_folder(number).relative_to(HOME) / "answers.jsonl"
            asked = counted(len(run.rows), "question")
            none = f"{run.point.label}: none of {asked} was answered, so its figures say nothing"
            yield f"{none}; the first: {reason}; see {file}"


def _is_planned(stop: ModelError) -> bool:
    return isinstance(stop, BudgetSpent)


def _tabulated(results: Results, written: SweepResult) -> tuple[list[dict[str, Any]], list[effects.Effects]]:
    """Writes summary.md, summary.tex, comparisons.csv, comparisons_by_kind.csv and effects.csv; returns the comparisons
    with the baseline and the effects of the settings."""
    try:
        found = tables.all_comparisons(written)
    except Fault as fault:  # the metric applies to no question here
        waiting.hide()
        print(f"error: nothing was compared: {fault}", file=sys.stderr)
        found = {}
    rows = tables.comparisons_csv_rows(written, found)
    by_kind = kinds.by_kind_csv_rows(written, kinds.comparisons_by_kind(written) if found else {})
    mattered = [effects.effects_of(written, metric) for metric in found]
    write_sweep(results.folder, comparisons=rows, comparisons_by_kind=by_kind, effects=effects.csv_rows(mattered))
    write_whole(results.folder / "summary.md", tables.markdown(written, found, mattered))
    write_whole(results.folder / "summary.tex", latex(written, found, mattered))
    return rows, mattered


def _prepared(points: Sequence[Point], bars: Bars, records: Records, on_record: bool = False) -> Preparation:
    _check_datasets(points)
    labels = [point.label for point in points]
    for name in {point.config.comparison.baseline for point in points} - {""}:
        if name not in labels:
            raise Fault(f"comparison.baseline: no variation {name!r} in this sweep; {suggestion(name, labels)}")
    first = points[0].config
    course = open_course(first.dataset, bars, architecture=first.architecture, records=records)
    shared = first.shared()
    return Preparation(course, bars, on_record, shared.runner.workers, shared.budget.limits())


def _check_datasets(points: Sequence[Point]) -> None:
    if len({str(flat(point.config.dataset)) for point in points}) > 1:
        raise Fault("a sweep compares on one dataset: dataset.* cannot be varied; run a sweep a dataset")


def failures(number: int, noun: str, file: str) -> str:
    """The number of failures, and where the reasons are."""
    return f"{counted(number, noun)} failed, with the reason in {file}; --retry-failed asks again"


def _first_reason(runs: Sequence[Run]) -> str:
    """Why the first answer failed; what is asked outside says it itself (experiments/showing/alignment.py)."""
    rows = (row for run in runs if run.point.config.architecture.name not in EXTERNAL for row in run.rows)
    said = (str(row.entry.record["limitations"]) for row in rows if row.entry.status == "failed")
    first = next(filter(None, said), "")
    return f"; the first: {visible(shorten(first, LONGEST))}" if first else ""


def _caption(results: Results, prepared: Preparation) -> str:
    lines, runs = [], results.runs
    if any(run.documents_skipped for run in runs):
        skipped = prepared.documents.corpus(runs[0].point.config.parser).skipped
        lines.append(f"{counted(len(skipped), 'document')} could not be read, see above")
    if any(run.reused for run in runs):
        lines.append("r: seconds as recorded when the question was answered; nothing was asked again.")
    if (most := max((row["in_flight"] for row in results.rows if row["in_flight"] > 1), default=0)) > 1:
        lines.append(f"Latencies are under load: up to {most} questions were in flight.")
    lines += [
        f"{run.point.label}: {counted(run.unanswered, 'answer')} missing; its figures are over the others"
        for run in runs
        if run.unanswered and not (prepared.race and run.point.label in prepared.race.stopped)
    ]
    shown = {run.point.label for run in runs}
    if hidden := [point.label for point in results.points if point.label not in shown]:
        lines.append(f"no answers, so not in the table: {shorten('; '.join(hidden), LONGEST)}")
    if failed := sum(row["failed"] for row in results.rows):
        lines.append(failures(failed, "answer", "answers.jsonl") + _first_reason(runs))
    rows = [row.scores for run in runs for row in run.rows]
    verdicts = [failed for row in rows if (failed := row[judge.FAILED]) is not None]
    if failed := int(sum(verdicts)):
        lines.append(
            f"{failed} of {counted(len(verdicts), 'judgement')} failed, with the reason in timings.jsonl; "
            "judge is over what was judged; --retry-failed asks again"
        )
    if failed := int(sum(row[judged.FAILED] or 0 for row in rows)):
        lines.append(
            f"{counted(failed, 'call')} of the judge about claims, passages or nuggets failed, with the reason in "
            "timings.jsonl; their metrics are over what was judged; --retry-failed asks again"
        )
    if guessed := sum(bool(row.undecided) for run in runs for row in run.rows):
        lines.append(f"{guessed} of {counted(len(rows), 'answer')} {UNDECIDED}")
    if void := prepared.course.people.void(prepared.course.every):
        lines.append(f"{counted(len(void), 'verdict')} of people not used: the gold has changed since, or is not here")
    lines += [f"{twin.point.label} is the same as {twin.same_as}" for twin in runs if twin.same_as]
    seconds = perf_counter() - results.started
    more = "ragatta report, ragatta ui" if is_here("mlflow") else "ragatta report"
    lines.append(f"{results.folder.relative_to(HOME)}/summary.csv, in {seconds:.0f} s; see more: {more}")
    return "\n".join(lines)
