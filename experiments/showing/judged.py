"""The figures that a model judged, and how far that judge agrees with people: in the terminal, summary.md, summary.tex
and the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ragatta.experiments.running.calibrations import FORMS, NOT_CALIBRATED, calibrated
from ragatta.experiments.showing.cells import NONE, number, readable
from ragatta.experiments.showing.results import RunResult, SweepResult


def judged_notes(sweep: SweepResult) -> Iterator[str]:
    """For each judge of the sweep how far it agrees with people, by metric."""
    judges = {str(_told(run)): _told(run) for run in sweep.runs if _told(run)}
    for told in judges.values():
        known, by = calibrated(told), f", by {told['name']}" if len(judges) > 1 else ""
        yield from (f"{readable(metric)} agrees with people: {one.words}{by}." for metric, one in known.items() if one)
        if missing := [readable(metric) for metric, one in known.items() if not one]:
            yield f"{', '.join(missing)}: {NOT_CALIBRATED}{by} (make calibrate)."


def agreements(sweep: SweepResult) -> dict[str, str]:
    """For each judged metric how far its judge agrees with people; of several judges each by its name."""
    said: dict[str, dict[str, str]] = {}
    for run in sweep.runs:
        for metric, one in calibrated(_told(run)).items() if _told(run) else ():
            said.setdefault(metric, {})[_told(run)["name"]] = (
                f"agrees with people: {one.words}" if one else NOT_CALIBRATED
            )
    return {
        metric: "; ".join(words if len(own) == 1 else f"{name}: {words}" for name, words in own.items())
        for metric, own in said.items()
    }


def judged_rows(rows: Sequence[Mapping[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """Headings and rows of the judged metrics that rows of the summary have; none without any."""
    names = [name for name in FORMS if any(number(row[name]) != NONE for row in rows)]
    failed = [name for name in ("judge_failed", "judged_failed") if any(row[name] > 0 for row in rows)]
    if not names and not failed:
        return [], []
    headings = ["variation", *(readable(name) for name in (*names, *failed))]
    return headings, [
        [row["variation"], *(number(row[name]) for name in names), *(f"{row[name]:.0f}" for name in failed)]
        for row in rows
    ]


def _told(run: RunResult) -> Mapping[str, Any]:
    found: Mapping[str, Any] = run.manifest.get("judge") or {}
    return found
