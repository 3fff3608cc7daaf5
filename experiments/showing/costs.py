"""What an answer of a variation costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from ragatta.experiments.showing.results import ResultRow, RunResult, SweepResult

ALIKE = 1.05  # times as much is as cheap
Costs = dict[str, float]  # by label, per answer


def cost(sweep: SweepResult, runs: Sequence[RunResult]) -> tuple[Costs, str]:
    """What an answer takes in each run, and its unit: the first of USD, tokens, characters of context and seconds that
    is recorded of all. Nothing where USD are recorded of some: tokens of models that are paid and free are no cost."""
    summary = {row["variation"]: row for row in sweep.summary}

    def column(*names: str) -> Costs:
        return {run.label: sum(float(summary[run.label][n] or 0) for n in names) / len(run.rows) for run in runs}

    known = (
        (column("cost_usd"), "USD"),
        (column("tokens_in", "tokens_out"), "tokens"),
        ({run.label: fmean(map(_context, run.rows)) for run in runs}, "characters of context"),
    )
    usd = known[0][0].values()
    if any(usd) and not all(usd):
        return {}, ""
    for costs, unit in known:
        if all(costs.values()):
            return costs, unit
    return {run.label: fmean(_seconds(row.timing) for row in run.rows) for run in runs}, "seconds"


def cost_words(value: float, unit: str) -> str:
    if unit == "USD":
        return f"{1000 * value:,.2f} USD per 1,000 answers"
    return f"{value:,.3g} {unit} an answer" if value < 100 else f"{value:,.0f} {unit} an answer"


def _context(row: ResultRow) -> int:
    """Characters of the chunks that the answer, or its parts, were written from."""
    parts = (row.answer, *row.answer["sub_answers"])
    chunks = {chunk["id"]: chunk["char_end"] - chunk["char_start"] for part in parts for chunk in part["context"]}
    return sum(chunks.values())


def _seconds(timing: Mapping[str, Any]) -> float:
    return float(timing["seconds"] + timing["replayed_seconds"])
