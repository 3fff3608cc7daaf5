"""The cheapest variation of a sweep that is shown to be as good as the best, within comparison.margin."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from ragatta.eval.metrics import IF_RIGHT, IF_WRONG, SCORE
from ragatta.eval.statistics import Comparison
from ragatta.eval.statistics.best import Ranking, called_worse, ranking
from ragatta.experiments.showing.cells import number, readable
from ragatta.experiments.showing.drawn import narrow_draw
from ragatta.experiments.showing.results import ResultRow, RunResult, SweepResult

ALIKE = 1.05  # times as much is as cheap
Costs = dict[str, float]  # by label, per answer


def cheapest(
    sweep: SweepResult, runs: Sequence[RunResult], metric: str, compared: Mapping[str, Comparison]
) -> Iterator[str]:
    """In a sentence or two; none where fewer than two of the runs can be compared, or one looks again and again.
    `compared`: each variation with the baseline, by this metric."""
    scores = {run.label: run.scores(metric) for run in runs if not run.same_as}
    if len(scores) < 2 or sweep.terms.looks == "repeated" or not set.intersection(*map(set, scores.values())):
        return
    origins = {run.label: run.same_as or run.label for run in sweep.runs}
    baseline = str(sweep.info["baseline"])
    worse = called_worse(compared, origins.get(baseline, baseline))
    among = {name: by for name, by in worse.items() if name in scores}
    found, margin = ranking(scores, sweep.terms, among), sweep.terms.margin
    if not found.beaten:
        yield "No variation is shown to be worse than another one."
    within = [name for name in found.means if found.is_within(name, margin)]  # the best first
    if not within:
        yield _none(found, margin, readable(metric), narrow_draw(sweep))
        return
    costs, unit = cost(sweep, [run for run in runs if run.label in scores])
    least = min(costs[name] for name in within)
    label, best = next(name for name in within if costs[name] <= ALIKE * least), next(iter(found.means))
    cheap = f"Cheapest shown to be within {margin:g} (comparison.margin) of the best: {label}, "
    cheap += _cost(costs[label], unit)
    if metric == SCORE and not _whatever_is_undecided(runs, label, sweep):
        cheap += "; that depends on undecided answers (ragatta verdicts), or on answers that did not come"
    if found.means[label] == found.means[best]:
        yield f"{cheap}. {'It is the best' if best == label else 'None has a higher mean'}."
        return
    lower, times = number(found.means[best] - found.means[label]), costs[best] / costs[label]
    lead = f"{lower} lower than that of {best}, which takes {times:.1f} times as much"
    yield f"{cheap}. Its {readable(metric)} is {lead}."


def _whatever_is_undecided(runs: Sequence[RunResult], label: str, sweep: SweepResult) -> bool:
    """Whether it is shown to be within the margin with its own undecided answers wrong and those of the others
    right."""
    own = [run for run in runs if not run.same_as]
    if not any(row.undecided or not row.came for run in own for row in run.rows):
        return True
    bounds = {run.label: run.scores(IF_WRONG if run.label == label else IF_RIGHT) for run in own}
    return ranking(bounds, sweep.terms).is_within(label, sweep.terms.margin)


def _none(found: Ranking, margin: float, metric: str, why_few: str) -> str:
    """What is known of the one with the highest mean, and what it would take to know more."""
    best = next(iter(found.means))
    behind, times = found.behind(best), found.times_as_many(best, margin)
    none = f"No variation is shown to be within {margin:g} (comparison.margin) of the best"
    if not math.isfinite(behind):
        return f"{none}: these documents are too few.{why_few}"
    return (
        f"{none}: {best} has the highest {metric}, and another may be up to {number(behind)} better. About {times:.1f} "
        "times as many documents would tell."
    )


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
