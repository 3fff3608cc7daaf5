"""The cheapest variation of a sweep that is not shown to be worse than the best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from ragatta.eval.statistics.best import Ranking, ranking
from ragatta.experiments.showing.cells import number, readable
from ragatta.experiments.showing.results import ResultRow, RunResult, SweepResult

ALIKE = 1.05  # times as much is as cheap
Costs = dict[str, float]  # by label, per answer


def cheapest(sweep: SweepResult, runs: Sequence[RunResult], metric: str) -> Iterator[str]:
    """In a sentence or two; none where fewer than two of the runs can be compared, or one looks again and again."""
    scores = {run.label: run.scores(metric) for run in runs if not run.same_as}
    if len(scores) < 2 or sweep.terms.looks == "repeated" or not set.intersection(*map(set, scores.values())):
        return
    found = ranking(scores, sweep.terms.clusters)
    costs, unit = cost(sweep, [run for run in runs if run.label in scores])
    unbeaten = [name for name in found.means if name not in found.beaten]  # the best first
    least = min(costs[name] for name in unbeaten)
    label = next(name for name in unbeaten if costs[name] <= ALIKE * least)
    highest = [name for name in unbeaten if number(found.means[name]) == number(found.means[unbeaten[0]])]
    best = label if label in highest else min(highest, key=lambda name: costs[name])
    if not found.beaten:
        yield "No variation is shown to be worse than another one."
    beginning = f"Cheapest not shown to be worse than the best: {label}, {_cost(costs[label], unit)}"
    if label == best:
        yield f"{beginning}. {'It is the best.' if len(highest) == 1 else 'None has a higher mean.'}"
    else:
        yield f"{beginning}; the best, {best}, takes {costs[best] / costs[label]:.1f} times as much."
        yield _behind(found, label, best, metric, sweep.terms.worth)


def _behind(found: Ranking, label: str, best: str, metric: str, worth: float) -> str:
    lower, most = found.means[best] - found.means[label], found.behind(label)
    beginning = f"Its {readable(metric)} is {number(lower)} lower than that of {best}"
    if most >= 1:
        return f"{beginning}; these documents are too few to say how much lower it may be."
    enough = f", which is no more than comparison.worth ({worth:g})" if most <= worth else ""
    return f"{beginning}; with 95% confidence at most {number(most)} lower than the best, whichever that is{enough}."


def cost(sweep: SweepResult, runs: Sequence[RunResult]) -> tuple[Costs, str]:
    """What an answer takes in each run, and its unit: the first of USD, tokens, characters of context and seconds that
    is recorded of all."""
    summary = {row["variation"]: row for row in sweep.summary}

    def column(*names: str) -> Costs:
        return {run.label: sum(float(summary[run.label][n] or 0) for n in names) / len(run.rows) for run in runs}

    known = (
        (column("cost_usd"), "USD"),
        (column("tokens_in", "tokens_out"), "tokens"),
        ({run.label: fmean(map(_context, run.rows)) for run in runs}, "characters of context"),
    )
    for costs, unit in known:
        if all(costs.values()):
            return costs, unit
    return {run.label: fmean(_seconds(row.timing) for row in run.rows) for run in runs}, "seconds"


def _cost(value: float, unit: str) -> str:
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
