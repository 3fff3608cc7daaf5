"""The end of a sweep: its comparisons, tables and files, what is printed of them, and MLflow."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from textwrap import shorten

from ragatta.eval.metrics import SCORE
from ragatta.eval.scorers import scorers
from ragatta.experiments.counting import counted
from ragatta.experiments.extras import mlflow_ui_is_here
from ragatta.experiments.faults import Fault, visible
from ragatta.experiments.paths import HOME
from ragatta.experiments.progress import waiting
from ragatta.experiments.results import console, effects, kinds, tables
from ragatta.experiments.results.evidence import evidence
from ragatta.experiments.results.first_screen import first_screen
from ragatta.experiments.results.judged import judge_names, judged_notes
from ragatta.experiments.results.lost import AGAIN
from ragatta.experiments.results.notes import notes
from ragatta.experiments.results.outputs import write_sweep
from ragatta.experiments.results.printed import latex
from ragatta.experiments.results.reading import SweepResult, open_sweep, titled
from ragatta.experiments.results.summary import Run
from ragatta.experiments.results.writing import Results
from ragatta.experiments.tracking import track as tracking
from ragatta.experiments.tracking.beside import Beside
from ragatta.pipeline.llm.meter import BudgetSpent
from ragatta.pipeline.llm.seam import ModelError
from ragatta.pipeline.machine.clock import running_time
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.plugins.registry import commands_here

Show = Callable[[SweepResult], None]
FEW = 12  # questions whose evidence is listed one by one below the table
LONGEST = 300  # characters of a reason


def finished(results: Results, show: Show | None = None, show_all: bool = False, logger: Beside | None = None) -> int:
    """See Sweep.finish. `logger`, where there is one, logs it."""
    waiting.show("comparing the variations")
    written = open_sweep(str(results.folder))
    found, mattered = _tabulated(results, written)
    waiting.hide()
    if show_all:
        _show_all(results, written, found, mattered)
    if show:
        show(written)
    else:
        _show(results, written, found, mattered, show_all)
    if results.stopped:
        print(f"{'stopped' if _is_planned(results.stopped) else 'error'}: {results.stopped}", file=sys.stderr)
        return 0 if _is_planned(results.stopped) else 1
    waiting.show("logging")
    try:
        code = (logger or tracking).track(written)
    finally:
        waiting.hide()
    missing = [*unanswered(results)]
    for line in missing:
        print(f"error: {line}", file=sys.stderr)
    return 1 if missing else code


def _show(
    results: Results,
    written: SweepResult,
    found: tables.Comparisons,
    mattered: list[effects.Effects],
    show_all: bool,
) -> None:
    decision = tables.decided(written, found)
    in_a_line = mattered[0].in_a_line if mattered else ""
    others = () if show_all else troubles(results)
    first_screen(written, decision, in_a_line, others, where(results)).show()


def _show_all(
    results: Results, written: SweepResult, found: tables.Comparisons, mattered: list[effects.Effects]
) -> None:
    """Every table and note, which the ranking and the decision follow."""
    dataset, metric = results.resources.dataset, str(written.info["metric"])
    title = f"{titled(dataset.name, dataset.edition)}: {counted(len(dataset.questions), 'question')}"
    below = "\n".join([*notes(written), caption(results)])
    console.summary(tables.with_interval(results.rows, written), title, below, metric)
    console.judged(results.rows, judge_names(written), [*judged_notes(written)])
    floor = {SCORE} - {metric} if all(run.by_rule for run in written.runs) else ()  # says nothing of any model
    told = {name: own for name, own in found.items() if name not in floor}
    console.comparisons(tables.comparisons_csv_rows(written, told))
    for own in mattered[:1]:
        console.effects(own)
    if len(dataset.questions) <= FEW:
        evidence(results.runs)


def _is_planned(stop: ModelError) -> bool:
    return isinstance(stop, BudgetSpent)


def _tabulated(results: Results, written: SweepResult) -> tuple[tables.Comparisons, list[effects.Effects]]:
    """Writes summary.md, summary.tex, comparisons.csv, comparisons_by_kind.csv and effects.csv; returns the comparisons
    with the baseline by metric, and the effects of the settings."""
    found: tables.Comparisons
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
    return found, mattered


def caption(results: Results) -> str:
    """What stands below the table of all figures."""
    lines, runs = [], results.runs
    if any(run.reused for run in runs):
        lines.append("r: seconds as recorded when the question was answered; nothing was asked again.")
    if most := max((row["in_flight"] for row in results.rows if row["in_flight"] > 1), default=0):
        lines.append(f"Latencies are under load: up to {most} questions were in flight.")
    lines += troubles(results)
    lines += [f"{twin.point.label} is the same as {twin.same_as}" for twin in runs if twin.same_as]
    return "\n".join(lines)


def troubles(results: Results) -> list[str]:
    """What is missing in the figures, a line each, the worst first."""
    lines, runs = [], results.runs
    labels = {run.point.label for run in runs}
    if hidden := [point.label for point in results.points if point.label not in labels]:
        lines.append(f"no answers, so not in the table: {shorten('; '.join(hidden), LONGEST)}")
    lines += [
        f"{run.point.label}: {counted(run.unanswered, 'answer')} missing; its figures are over the others"
        for run in runs
        if run.unanswered and not run.dropped and run.is_answered
    ]
    if any(run.documents_skipped for run in runs):
        skipped = results.resources.documents.corpus(runs[0].point.config.parser).skipped
        lines.append(f"{counted(len(skipped), 'document')} could not be read, see above")
    if failed := sum(row["failed"] for row in results.rows):
        lines.append(failures(failed, "answer", "answers.jsonl") + _first_reason(runs))
    rows = [row.scores for run in runs for row in run.rows]
    for scorer in scorers().values():
        calls, figures = scorer.failures(rows)
        if calls:
            over = f"{figures} over what was judged"
            lines.append(f"{calls} failed, with the reason in timings.jsonl; {over}; --retry-failed asks again")
    people, every = results.resources.dataset.people, results.resources.dataset.every
    if void := people.void(every):
        lines.append(f"{counted(len(void), 'verdict')} of people not used: the gold has changed since, or is not here")
    return lines


def where(results: Results) -> list[str]:
    """Where the figures are, and what shows more."""
    seconds = running_time() - results.resources.started
    pages = commands_here("report", "ui") if mlflow_ui_is_here() else commands_here("report")
    more = f"ragatta {' or '.join(pages)}, or --all" if pages else "--all"
    return [f"{results.folder.relative_to(HOME)}, {seconds:.0f} s; see {more}"]


def unanswered(results: Results) -> Iterator[str]:
    """The variations of which every answer failed, or too many did not come for a verdict, with the first reason and
    the file that has them all."""
    for number, run in enumerate(results.runs):
        failed = [row.entry.record for row in run.rows if row.entry.status == "failed"]
        words = run.lost.too_many(run.point.config.comparison.not_answered)
        if run.rows and len(failed) == len(run.rows):
            words = f"none of {counted(len(run.rows), 'question')} was answered, so its figures say nothing; {AGAIN}"
        if words and failed:
            reason = visible(shorten(str(failed[0]["limitations"]), LONGEST))
            file = results.run_folder(number).relative_to(HOME) / "answers.jsonl"
            yield f"{run.point.label}: {words}; the first: {reason}; see {file}"


def failures(number: int, noun: str, file: str) -> str:
    """The number of failures, and where the reasons are."""
    return f"{counted(number, noun)} failed, with the reason in {file}; --retry-failed asks again"


def _first_reason(runs: Sequence[Run]) -> str:
    """Why the first answer failed; of a black box a note below the table says it."""
    rows = (row for run in runs if not run.point.config.architecture.BLACK_BOX for row in run.rows)
    reasons = (str(row.entry.record["limitations"]) for row in rows if row.entry.status == "failed")
    first = next(filter(None, reasons), "")
    return f"; the first: {visible(shorten(first, LONGEST))}" if first else ""
