"""The figures that a model judged, and how far that judge agrees with people: in the terminal, summary.md, summary.tex
and the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ragatta.experiments.on_record.calibrations import NOT_CALIBRATED, calibrated, failures, forms
from ragatta.experiments.results.cells import NONE, figure, number, readable
from ragatta.experiments.results.reading import RunResult, SweepResult
from ragatta.pipeline.plugins.registry import if_here

COST = ["judge_tokens_in", "judge_tokens_out", "judge_cost_usd"]


def judged_notes(sweep: SweepResult) -> Iterator[str]:
    """For each judge of the sweep how far it agrees with people, by metric."""
    judges = {str(told): (told, run.records) for run in sweep.runs if (told := _judge_record(run))}
    for told, records in judges.values():
        known, by = calibrated(told, records), f", by {told['name']}" if len(judges) > 1 else ""
        yield from (f"{readable(metric)} agrees with people: {one.words}{by}." for metric, one in known.items() if one)
        if missing := [readable(metric) for metric, one in known.items() if not one]:
            yield f"{', '.join(missing)}: {NOT_CALIBRATED}{by}{if_here('calibrate', ' (ragatta calibrate)')}."
        if why := told.get("settles_not"):
            yield f"Verdicts of {told['name']} are shown and settle no answer: {why}."


def judge_names(sweep: SweepResult) -> str:
    """The judges of the sweep; empty without one."""
    return ", ".join(dict.fromkeys(_judge_record(run)["name"] for run in sweep.runs if _judge_record(run)))


def agreements(sweep: SweepResult) -> dict[str, str]:
    """For each judged metric how far its judge agrees with people; of several judges each by its name."""
    by_judge: dict[str, dict[str, str]] = {}
    for run in sweep.runs:
        for metric, one in calibrated(_judge_record(run), run.records).items() if _judge_record(run) else ():
            by_judge.setdefault(metric, {})[_judge_record(run)["name"]] = (
                f"agrees with people: {one.words}" if one else NOT_CALIBRATED
            )
    return {
        metric: "; ".join(words if len(own) == 1 else f"{name}: {words}" for name, words in own.items())
        for metric, own in by_judge.items()
    }


def judged_rows(rows: Sequence[Mapping[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """Headings and rows of the judged metrics that rows of the summary have; none without any."""
    names = [name for name in forms() if any(number(row[name]) != NONE for row in rows)]
    counts = [name for name in failures() if any(row[name] > 0 for row in rows)]
    if not names and not counts:
        return [], []
    counts += COST[-1:] if any(row[COST[-1]] > 0 for row in rows) else COST[:-1]
    headings = ["variation", *(readable(name) for name in (*names, *counts))]
    return headings, [
        [
            row["variation"],
            *(number(row[name]) for name in names),
            *(counted_figure(name, row[name]) if name in COST else figure(name, row[name]) for name in counts),
        ]
        for row in rows
    ]


def counted_figure(name: str, value: float) -> str:
    """Of COST: tokens, or USD."""
    return number(value, ".4f" if name.endswith("_usd") else ",.0f")


def _judge_record(run: RunResult) -> Mapping[str, Any]:
    found: Mapping[str, Any] = run.manifest.get("judge") or {}
    return found
