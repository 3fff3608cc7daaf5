"""Makes the decision of a sweep.

The set of variations that may be the best is that of eval/statistics/best.py, over the questions that all of them have
a score of. Of those that are shown to be within comparison.margin of the best, the cheapest is taken; where none is,
the one with the highest mean.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Any

from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.eval.statistics import Comparison, Interval, Scores, mean_interval
from ragatta.eval.statistics.best import Ranking, called_worse, ranking
from ragatta.eval.statistics.comparison import SAME
from ragatta.experiments.results.cautions import cautions
from ragatta.experiments.results.cells import readable
from ragatta.experiments.results.decision import (
    BOUND,
    HIGHEST_MEAN,
    MAY_BE_BEST,
    NO_VERDICT,
    ONLY,
    SAME_RUN,
    TAKE,
    WITHIN_MARGIN,
    WORSE,
    Decision,
    Place,
)
from ragatta.experiments.results.decision_words import next_step, only_one, sentences
from ragatta.experiments.results.drawing import draw_of, holds, is_drawn
from ragatta.experiments.results.hanging import Open, hanging
from ragatta.experiments.results.reading import ResultRow, RunResult, SweepResult

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


def decision_of(sweep: SweepResult, compared: Mapping[str, Comparison]) -> Decision:
    """`compared`: each variation with the baseline, by the sweep's metric."""
    metric = str(sweep.info["metric"])
    runs = [run for run in sweep.runs if _is_ranked(sweep, run)]
    scores = _in_common({run.label: run.scores(metric) for run in runs})
    if not any(scores.values()):
        return _undecided(sweep, metric, runs)
    found = ranking(scores, sweep.terms, _known_to_be_worse(sweep, compared, scores) if len(scores) > 1 else {})
    within = [name for name in found.means if len(scores) > 1 and found.is_within(name, sweep.terms.margin)]
    take, price = _cheapest(sweep, runs, within or _highest(found))
    by = WITHIN_MARGIN if within else HIGHEST_MEAN
    asked = next(iter(scores.values()))
    hangs_on = hanging(runs, asked, sweep.terms, metric, take, bool(within), found.beaten)
    by_drawn = _by_drawn(sweep, runs, metric, hangs_on, (take, bool(within), found.beaten))
    is_taken = (by_drawn or not any(hangs_on)) and (within or found.beaten or sweep.info.get("stopped"))
    decision = Decision(
        metric=metric,
        why_metric=_why(sweep, metric),
        questions=len(asked),
        placed=sum(question in sweep.terms.clusters for question in asked),
        clusters=found.clusters,
        ranked=_ranked(sweep, found, scores, take if is_taken else ""),
        may_be_best=found.may_be_best,
        worse=found.beaten,
        alike=_alike(scores, found.may_be_best),
        take=take,
        by=by,
        behind=found.behind(take),
        margin=sweep.terms.margin,
        hangs_on=hangs_on,
        by_drawn=by_drawn,
        cautions=tuple(cautions(sweep, scores)),
    )
    if len(scores) == 1:
        return replace(decision, sentences=tuple(only_one(sweep, decision)))
    return replace(
        decision,
        sentences=tuple(sentences(sweep, decision, price)),
        next_step=next_step(sweep, decision, found),
    )


def _by_drawn(
    sweep: SweepResult,
    runs: Sequence[RunResult],
    metric: str,
    hangs_on: Open,
    shown: tuple[str, bool, Collection[str]],
) -> int:
    """How many verdicts on drawn answers show it, though it hangs on undecided ones; 0 where they do not."""
    if metric != SCORE or not hangs_on.undecided or hangs_on.lost or not is_drawn(sweep):
        return 0
    draw = draw_of(sweep)
    return draw.judged if holds(draw, [run.label for run in runs], sweep.terms, *shown) else 0


def _is_ranked(sweep: SweepResult, run: RunResult) -> bool:
    """Whether its answers are results of its own, and over all questions."""
    is_result = not run.same_as and not run.handed and run.label not in sweep.info.get("stopped", {})
    return is_result and bool(run.scores(str(sweep.info["metric"])))


def _in_common(scores: Mapping[str, Scores]) -> dict[str, Scores]:
    """Over the questions that all have a score of."""
    common = set.intersection(*map(set, scores.values())) if scores else set()
    return {label: {question: own[question] for question in own if question in common} for label, own in scores.items()}


def _known_to_be_worse(
    sweep: SweepResult, compared: Mapping[str, Comparison], scores: Mapping[str, Scores]
) -> dict[str, str]:
    """By the comparisons with the baseline, or by a race."""
    origins = {run.label: run.same_as or run.label for run in sweep.runs}
    baseline = str(sweep.info["baseline"])
    asked = len(next(iter(scores.values())))  # a comparison over other questions may say the contrary
    same = {label: one for label, one in compared.items() if one.questions == asked}
    called = called_worse(same, origins.get(baseline, baseline))
    stopped = {label: str(one["worse_than"]) for label, one in sweep.info.get("stopped", {}).items()}
    called_or_stopped = {name: by for name, by in called.items() if name in scores} | stopped
    return {name: by for name, by in called_or_stopped.items() if by in scores}


def _highest(found: Ranking) -> list[str]:
    """Those of the set that have the highest mean."""
    highest = found.means[found.may_be_best[0]]
    return [name for name in found.may_be_best if highest - found.means[name] < SAME]


def _cheapest(sweep: SweepResult, runs: Sequence[RunResult], names: Sequence[str]) -> tuple[str, str]:
    """The cheapest, of those that cost about the same the first; and in words that it is so, and its cost, "" where
    there is no choice."""
    if len(names) == 1:
        return names[0], ""
    costs, unit = cost(sweep, [run for run in runs if run.label in names])
    if not costs:
        return names[0], "the highest (costs are not known of all)"
    cheap = [name for name in names if costs[name] <= ALIKE * min(costs.values())]
    among = "the cheapest" if len(cheap) == 1 else "among the cheapest"
    return cheap[0], f"{among} ({cost_words(costs[cheap[0]], unit)})"


def _alike(scores: Mapping[str, Scores], names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    groups: dict[tuple[tuple[str, tuple[float, ...]], ...], list[str]] = {}
    for name in names:
        groups.setdefault(tuple(sorted((q, tuple(own)) for q, own in scores[name].items())), []).append(name)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def _ranked(sweep: SweepResult, found: Ranking, scores: Mapping[str, Scores], take: str) -> tuple[Place, ...]:
    """The highest mean first; after them those without a mean. `take` is "" where nothing tells them apart."""
    places = []
    for name in found.means:
        mean = mean_interval(scores[name], sweep.terms.clusters)
        others = WORSE if name in found.beaten else MAY_BE_BEST if len(scores) > 1 else ONLY
        standing = TAKE if name == take else others
        places.append(Place(name, mean.mean, mean.low, mean.high, standing))
    return (*places, *_unranked(sweep, {*found.means}))


def _unranked(sweep: SweepResult, ranked: Collection[str]) -> Iterator[Place]:
    for run in sweep.runs:
        if run.label not in ranked:
            stopped = sweep.info.get("stopped", {}).get(run.label, {}).get("worse_than") in ranked
            standing = SAME_RUN if run.same_as else WORSE if stopped else NO_VERDICT
            known = run.scores(str(sweep.info["metric"])) if run.handed else {}
            mean = mean_interval(known, sweep.terms.clusters) if known else Interval(math.nan, math.nan, math.nan)
            yield Place(run.label, mean.mean, mean.low, mean.high, BOUND if known else standing)


def _why(sweep: SweepResult, metric: str) -> str:
    """Why this metric decides."""
    if any(run.config.get("comparison", {}).get("metric") for run in sweep.runs):
        return "as comparison.metric says"
    if metric == RETRIEVAL and all(run.by_rule for run in sweep.runs):
        return "no model answered, and the score of rules is a floor"
    return ""


def _undecided(sweep: SweepResult, metric: str, runs: Sequence[RunResult]) -> Decision:
    """Where no question is scored in all variations."""
    if runs:
        said = f"No decision: no question has {readable(metric)} in all variations."
    elif sweep.runs and all(run.handed for run in sweep.runs):
        said = "No decision: what was handed parts of the gold records (oracle=) is a bound and no result."
    elif any(not run.is_answered for run in sweep.runs):
        said = "No decision: too many of the answers did not come."
    else:
        said = f"No decision: {readable(metric)} was not measured."
    return Decision(
        metric=metric,
        why_metric=_why(sweep, metric),
        ranked=tuple(_unranked(sweep, ())),
        margin=sweep.terms.margin,
        sentences=(said,),
        cautions=tuple(cautions(sweep, {})),
    )
