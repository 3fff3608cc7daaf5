"""What a sweep over a growing corpus says: the figures of each variation at each size, and what they foretell."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.eval.statistics import Interval, Scores, Terms, compare_all, mean_interval, question_means
from ragatta.eval.statistics.comparison import WORSE
from ragatta.eval.statistics.trend import FEWEST, forecast
from ragatta.experiments.on_record.journal import is_timed
from ragatta.experiments.results.reading import RunResult
from ragatta.extensions.diagnosis.growing.others import Size

SECONDS, MEMORY = "seconds", "megabytes"  # of a question; of what a search holds
COSTS = (SECONDS, MEMORY)
LEAST_S, MOST = 1e-6, 50.0  # seconds that count, and the logarithm of any
QUALITIES = (RETRIEVAL, "page_recall", SCORE)


@dataclass(frozen=True)
class Grown:
    """A variation at a size. `chunks` are those of its collection, 0 if it has none; `held` the bytes that its search
    holds in memory."""

    variation: str
    size: Size
    run: RunResult
    chunks: int
    held: int

    def scores(self, metric: str) -> Scores:
        """By question, of the answers that came; of seconds their logarithms, and what a search holds as of one
        question."""
        if metric == MEMORY:
            return {"": [self.held / 1e6]}
        if metric != SECONDS:
            return self.run.only_came.scores(metric)
        found: dict[str, list[float]] = {}
        for row in filter(lambda row: is_timed(row.timing), self.run.only_came.rows):
            seconds = row.timing["seconds"] + row.timing["replayed_seconds"]
            found.setdefault(row.question_id, []).append(math.log(max(seconds, LEAST_S)))
        return found


@dataclass(frozen=True)
class Curves:
    """All that was grown, in the order of the sizes. Variations are compared by `metric`. Shares and the logarithm of
    seconds go by the logarithm of the size, memory by the size."""

    grown: Sequence[Grown]
    metric: str
    terms: Terms

    @property
    def variations(self) -> list[str]:
        return list(dict.fromkeys(one.variation for one in self.grown))

    @property
    def sizes(self) -> list[Size]:
        return [*{one.size.times: one.size for one in self.grown}.values()]

    @property
    def metrics(self) -> list[str]:
        """Those that are known of the questions."""
        known = {name for one in self.grown for name in one.run.metrics}
        return [*dict.fromkeys(name for name in (self.metric, *QUALITIES) if name in known), *COSTS]

    def scores(self, one: Grown, metric: str) -> Scores:
        """Of the questions that the variation answered at every size, but for sizes of which too many answers did not
        come."""
        found = one.scores(metric)
        if metric == MEMORY:
            return found
        answered = (each.run for each in self.grown if each.variation == one.variation and each.run.is_answered)
        common = set.intersection(*({row.question_id for row in run.only_came.rows} for run in answered), {*found})
        return {name: own for name, own in found.items() if name in common}

    def measured(self, one: Grown, metric: str) -> Interval:
        """The mean with its clustered 95% interval; NaN for the bounds of what is measured once."""
        scores = self.scores(one, metric)
        if metric == MEMORY or not scores:
            return Interval(fmean(question_means(scores).values()) if scores else math.nan, math.nan, math.nan)
        return _plain(mean_interval(scores, self.terms.clusters), metric)

    def best(self, size: Size) -> tuple[Grown | None, list[str]]:
        """The variation with the highest mean at a size, None where none was answered, and those that are not shown to
        be worse."""
        scores = {one.variation: self.scores(one, self.metric) for one in self.grown if one.size.times == size.times}
        here = [one for one in self.grown if one.size.times == size.times and scores[one.variation]]
        common = set.intersection(*({*scores[one.variation]} for one in here)) if here else set()
        if not common:
            return None, []
        first = max(here, key=lambda one: fmean(fmean(scores[one.variation][name]) for name in common))
        scores = {one.variation: scores[one.variation] for one in here}
        compared = compare_all(scores, first.variation, self.terms)
        return first, [name for name, found in compared.items() if found.verdict != WORSE]

    def at(self, variation: str, metric: str, times: float) -> Interval | None:
        """What is forecast for a size; None with too few sizes, or where too many answers of one did not come."""
        own = [one for one in self.grown if one.variation == variation]
        scores = [self.scores(one, metric) for one in own]
        answered = all(one.run.is_answered for one in own)
        if (
            len(own) < FEWEST + (metric in COSTS) or not answered or not set.intersection(*map(set, scores))
        ):  # three sizes would leave costs wide open
            return None
        place: Callable[[float], float] = float if metric == MEMORY else math.log2
        places, clusters = [place(one.size.times) for one in own], self.terms.clusters
        return _plain(forecast(places, scores, place(times), clusters, metric not in COSTS), metric)

    def rows(self, beyond: float) -> list[Mapping[str, Any]]:
        """Of growth.csv: a row a variation, size and metric; then what is forecast for the size `beyond`."""
        best = {size.times: self.best(size)[0] for size in self.sizes}
        found: list[Mapping[str, Any]] = [
            {
                **_row(one.variation, one.size.times, metric, self.measured(one, metric)),
                "questions": len(self.scores(one, metric)),
                "forecast": False,
                "documents": one.size.read,
                "others": one.size.others,
                "made": one.size.made,
                "chunks": one.chunks,
                "best": one == best[one.size.times],
            }
            for one in self.grown
            for metric in self.metrics
        ]
        empty = {**dict.fromkeys(("questions", "documents", "others", "made", "chunks")), "best": False}
        ahead = ((name, metric, self.at(name, metric, beyond)) for name in self.variations for metric in self.metrics)
        return found + [_row(name, beyond, metric, at) | {"forecast": True} | empty for name, metric, at in ahead if at]


def _row(variation: str, times: float, metric: str, found: Interval) -> dict[str, Any]:
    return {"variation": variation, "times": times, "metric": metric, **vars(found)}


def _plain(found: Interval, metric: str) -> Interval:
    """Of what was a logarithm the seconds, whose mean is the geometric one; megabytes from 0."""
    if metric == SECONDS:
        return Interval(*(math.exp(min(one, MOST)) for one in (found.mean, found.low, found.high)))
    return Interval(found.mean, max(found.low, 0.0), found.high) if metric == MEMORY else found
