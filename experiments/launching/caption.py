"""What a sweep says of its figures: where they are incomplete, how they were taken, and where to see more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import shorten

from ragatta.eval.scorers import scorers
from ragatta.experiments.counting import counted
from ragatta.experiments.extras import commands_here, is_here
from ragatta.experiments.faults import visible
from ragatta.experiments.paths import HOME
from ragatta.experiments.writing.lost import AGAIN
from ragatta.experiments.writing.results import Results
from ragatta.experiments.writing.summary import Run
from ragatta.pipeline.machine.clock import running_time

LONGEST = 300  # characters of a reason


def caption(results: Results) -> str:
    """What stands below the table of all figures."""
    lines, runs = [], results.runs
    if any(run.reused for run in runs):
        lines.append("r: seconds as recorded when the question was answered; nothing was asked again.")
    if (most := max((row["in_flight"] for row in results.rows if row["in_flight"] > 1), default=0)) > 1:
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
    pages = commands_here("report", "ui") if is_here("mlflow") else commands_here("report")
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
