"""What a sweep over a growing corpus says: the figures of each variation at each size, and what they foretell."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.eval.statistics import Clusters, Scores, compare_all, mean_interval, question_means
from ragatta.eval.statistics.comparison import WORSE, Terms
from ragatta.eval.statistics.trend import FEWEST, Foretold, foretold
from ragatta.experiments.growing.others import Size
from ragatta.experiments.showing.results import RunResult, SweepResult
from ragatta.experiments.showing.tables import comparable

SECONDS, MEMORY = "seconds", "megabytes"  # of a question; of what a search holds
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
        """By question; of seconds their logarithms, and what a search holds as of one question."""
        if metric == MEMORY:
            return {"": [self.held / 1e6]}
        if metric != SECONDS:
            return self.run.scores(metric)
        found: dict[str, list[float]] = {}
        for row in self.run.rows:
            seconds = row.timing["seconds"] + row.timing["replayed_seconds"]
            found.setdefault(row.question_id, []).append(math.log(max(seconds, LEAST_S)))
        return found


@dataclass(frozen=True)
class Curves:
    """All that was grown, in the order of the sizes. Shares and the logarithm of seconds go by the logarithm of the
    size, memory by the size."""

    grown: Sequence[Grown]
    clusters: Clusters
    metric: str  # by which variations are compared
    terms: Terms

    @property
    def variations(self) -> list[str]:
        return list(dict.fromkeys(one.variation for one in self.grown))

    @property
    def sizes(self) -> list[Size]:
        return [*{one.size.times: one.size for one in self.grown}.values()]

    def of(self, variation: str) -> list[Grown]:
        return [one for one in self.grown if one.variation == variation]

    def metrics(self) -> list[str]:
        """Those that are known of the questions."""
        known = {name for one in self.grown for name in one.run.metrics}
        held = [MEMORY] if any(one.held for one in self.grown) else []
        return [*dict.fromkeys(name for name in (self.metric, *QUALITIES) if name in known), SECONDS, *held]

    def measured(self, one: Grown, metric: str) -> Foretold:
        """The mean with its clustered 95% interval; NaN for the bounds of what is measured once."""
        scores = one.scores(metric)
        if not scores:
            return Foretold(math.nan, math.nan, math.nan)
        if metric == MEMORY:
            return Foretold(fmean(question_means(scores).values()), math.nan, math.nan)
        found = mean_interval(scores, self.clusters)
        return _plain(Foretold(found.mean, found.low, found.high), metric)

    def best(self, size: Size) -> tuple[str, list[str]]:
        """The variation with the highest mean at a size, and those that are not shown to be worse."""
        here = {one.variation: one.scores(self.metric) for one in self.grown if one.size.times == size.times}
        first = max(here, key=lambda name: fmean(question_means(here[name]).values()))
        compared = compare_all(here, first, self.terms) if len(here) > 1 else {}
        return first, [name for name, found in compared.items() if found.verdict != WORSE]

    def at(self, variation: str, metric: str, times: float, within: Sequence[float] = ()) -> Foretold | None:
        """What is foretold for a size beyond; None with too few sizes. `within`: from these sizes alone."""
        own = [one for one in self.of(variation) if not within or one.size.times in within]
        if len(own) < FEWEST or not all(one.scores(metric) for one in own):
            return None
        place: Callable[[float], float] = float if metric == MEMORY else math.log2
        places, scores = [place(one.size.times) for one in own], [one.scores(metric) for one in own]
        shares = metric not in (SECONDS, MEMORY)
        return _plain(foretold(places, scores, place(times), self.clusters, shares), metric)

    def rows(self, beyond: Sequence[float]) -> list[Mapping[str, Any]]:
        """Of growth.csv: a row a variation, size and metric, those that are foretold last."""
        best = {size.times: self.best(size)[0] for size in self.sizes}
        found = [
            _row(one.variation, one.size.times, one, metric, self.measured(one, metric), best[one.size.times])
            for one in self.grown
            for metric in self.metrics()
        ]
        for variation in self.variations:
            for times in beyond:
                for metric in self.metrics():
                    if ahead := self.at(variation, metric, times):
                        found.append(_row(variation, times, None, metric, ahead, ""))
        return found


def _plain(found: Foretold, metric: str) -> Foretold:
    """In seconds, of what was their logarithm: the geometric mean."""
    if metric != SECONDS:
        return found
    return Foretold(*(math.exp(min(one, MOST)) for one in (found.mean, found.low, found.high)))


def curves(sweep: SweepResult, grown: Sequence[Grown]) -> Curves:
    """Of the finished runs of a sweep."""
    metric = str(sweep.info["metric"])
    known = comparable(sweep)
    return Curves(grown, sweep.terms.clusters, metric if metric in known else SCORE, sweep.terms)


def _row(variation: str, times: float, one: Grown | None, metric: str, found: Foretold, best: str) -> Mapping[str, Any]:
    size = one.size if one else None
    return {
        "variation": variation,
        "times": times,
        "foretold": one is None,
        "documents": len(size.documents) if size else math.nan,
        "others": size.others if size else math.nan,
        "made": size.made if size else math.nan,
        "chunks": one.chunks if one else math.nan,
        "metric": metric,
        "mean": found.mean,
        "low": found.low,
        "high": found.high,
        "best": variation == best,
    }
