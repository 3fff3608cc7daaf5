"""make sweep, make run: every point of a grid over the gold questions, then the table, the files and MLflow."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from ragatta.eval.scorers.score import WEAK, WEAKLY
from ragatta.experiments.composing.arguments import overrides_of, parser
from ragatta.experiments.composing.config import Point, flat
from ragatta.experiments.composing.overrides import compose_grid, without_twins
from ragatta.experiments.corpora.dataset import open_course
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault, run_command
from ragatta.experiments.paths import HOME
from ragatta.experiments.progress import Bars
from ragatta.experiments.running.forecast import announce, planned
from ragatta.experiments.running.outputs import write_sweep
from ragatta.experiments.running.prepare import Preparation
from ragatta.experiments.running.sweeping import Results, run_all
from ragatta.experiments.showing import console, effects, kinds, tables
from ragatta.experiments.showing.notes import notes
from ragatta.experiments.showing.results import SweepResult, open_sweep
from ragatta.experiments.tracking.track import track
from ragatta.pipeline.llm.meter import BudgetSpent
from ragatta.pipeline.llm.seam import ModelError
from ragatta.pipeline.plugins import suggestion
from ragatta.pipeline.storage.files import write_whole

FEW = 12  # questions whose evidence is listed one by one below the table


def main(arguments: list[str]) -> int:
    options = parser(__doc__ or "").parse_intermixed_args(arguments)
    overrides = overrides_of(options)
    points, left_out = without_twins(compose_grid(overrides))
    for line in left_out:
        print(line, flush=True)
    return dry_run(points) if options.dry_run else sweep(points)


def dry_run(points: Sequence[Point]) -> int:
    """Says what would run, what is reused and how many model calls it takes. Asks and indexes nothing, and connects to
    no model server."""
    bars = Bars()
    with bars.shown():
        prepared = _prepared(points, bars, on_record=True)
        plans = planned(points, prepared)
        announce(points, prepared, plans)
        console.plans(plans)
    return 0


def sweep(points: Sequence[Point]) -> int:
    """Runs the points, prints the table and returns 0; 1 if only MLflow could not be written."""
    bars = Bars()
    with bars.shown():
        prepared = _prepared(points, bars)
        plans = planned(points, prepared)
        announce(points, prepared, plans)
        prepared.gauge.to_ask = sum(plan.to_ask for plan in plans)
        bars.follow(prepared.gauge.line)
        results = run_all(points, prepared)
    written = open_sweep(str(results.folder))
    caption = "\n".join([*notes(written), _caption(results, prepared)])
    title = f"{prepared.course.name}: {counted(len(prepared.course.questions), 'question')}"
    console.summary(results.rows, title, caption, str(written.info["metric"]))
    compared, mattered = _tabulated(results, written)
    console.comparisons(compared)
    for found in mattered[:1]:
        console.effects(found)
    if len(prepared.course.questions) <= FEW:
        console.evidence(results.runs)
    if results.stopped:
        print(f"{'stopped' if _is_planned(results.stopped) else 'error'}: {results.stopped}", file=sys.stderr)
        return 0 if _is_planned(results.stopped) else 1
    return track(written)


def _is_planned(stop: ModelError) -> bool:
    return isinstance(stop, BudgetSpent)


def _tabulated(results: Results, written: SweepResult) -> tuple[list[dict[str, Any]], list[effects.Effects]]:
    """Writes summary.md, summary.tex, comparisons.csv, comparisons_by_kind.csv and effects.csv; returns the comparisons
    with the baseline and the effects of the settings."""
    try:
        found = tables.all_comparisons(written)
    except Fault as fault:  # the metric applies to no question here
        print(f"error: nothing was compared: {fault}", file=sys.stderr)
        found = {}
    rows = tables.comparisons_csv_rows(written, found)
    by_kind = kinds.by_kind_csv_rows(written, kinds.comparisons_by_kind(written) if found else {})
    mattered = [effects.effects_of(written, metric) for metric in found]
    write_sweep(results.folder, comparisons=rows, comparisons_by_kind=by_kind, effects=effects.csv_rows(mattered))
    write_whole(results.folder / "summary.md", tables.markdown(written, found, mattered))
    write_whole(results.folder / "summary.tex", tables.latex(written, found, mattered))
    return rows, mattered


def _prepared(points: Sequence[Point], bars: Bars, on_record: bool = False) -> Preparation:
    datasets = {str(flat(point.config.dataset)): point.config.dataset for point in points}
    if len(datasets) > 1:
        raise Fault("a sweep compares on one dataset: dataset.* cannot be varied; run a sweep a dataset")
    labels = [point.label for point in points]
    for name in {point.config.comparison.baseline for point in points} - {""}:
        if name not in labels:
            raise Fault(f"comparison.baseline: no variation {name!r} in this sweep; {suggestion(name, labels)}")
    first = points[0].config
    course = open_course(first.dataset, bars, architecture=first.architecture)
    return Preparation(course, bars, on_record, first.runner.workers, first.budget.limits())


def failures(number: int, noun: str, file: str) -> str:
    """The number of failures, and where the reasons are."""
    return f"{counted(number, noun)} failed, with the reason in {file}; RETRY_FAILED=1 asks again"


def _caption(results: Results, prepared: Preparation) -> str:
    lines, runs = [], results.runs
    if any(run.documents_skipped for run in runs):
        skipped = prepared.documents.corpus(runs[0].point.config.parser).skipped
        lines.append(f"{counted(len(skipped), 'PDF')} could not be read, see above")
    if any(run.reused for run in runs):
        lines.append("r: seconds as recorded when the question was answered; nothing was asked again.")
    if (most := max((row["in_flight"] for row in results.rows if row["in_flight"] > 1), default=0)) > 1:
        lines.append(f"Latencies are under load: up to {most} questions were in flight.")
    lines += [
        f"{run.point.label}: {counted(run.unanswered, 'answer')} missing; its figures are over the others"
        for run in runs
        if run.unanswered and not (prepared.race and run.point.label in prepared.race.stopped)
    ]
    if failed := sum(row["failed"] for row in results.rows):
        lines.append(failures(failed, "answer", "answers.jsonl"))
    judged = [row.scores["judge_failed"] for run in runs for row in run.rows if row.scores["judge_failed"] is not None]
    if failed := int(sum(judged)):
        lines.append(
            f"{failed} of {counted(len(judged), 'judgement')} failed, with the reason in timings.jsonl; "
            "judge is over what was judged; RETRY_FAILED=1 asks again"
        )
    weak = {row.question.id for run in runs for row in run.rows if row.rule == WEAK}
    if weak and not judged:
        lines.append(f"{counted(len(weak), 'question')} {'are' if len(weak) > 1 else 'is'} {WEAKLY}")
    lines += [f"{twin.point.label} is the same as {twin.same_as}" for twin in runs if twin.same_as]
    seconds = perf_counter() - results.started
    lines.append(f"{results.folder.relative_to(HOME)}/summary.csv, in {seconds:.0f} s; see more: make report, make ui")
    return "\n".join(lines)


if __name__ == "__main__":
    run_command(main)
