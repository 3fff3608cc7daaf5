"""What a sweep over a growing corpus says: the figures of each variation at each size, and what they foretell."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
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
QUALITIES = (RETRIEVAL, "page_recall", SCORE)


@dataclass(frozen=True)
class Grown:
    """A variation at a size. `chunks` are those of its collection, 0 if it has none; `held`: bytes that its search holds."""

    variation: str
    size: Size
    run: RunResult
    chunks: int
    held: int

    @property
    def extent(self) -> float:
        """What its figures are a function of."""
        return float(self.chunks or len(self.size.documents))

    def scores(self, metric: str) -> Scores:
        if metric == MEMORY:
            return {"": [self.held / 1e6]}
        if metric != SECONDS:
            return self.run.scores(metric)
        found: dict[str, list[float]] = {}
        for row in self.run.rows:
            found.setdefault(row.question_id, []).append(row.timing["seconds"] + row.timing["replayed_seconds"])
        return found


@dataclass(frozen=True)
class Curves:
    """All that was grown, in the order of the sizes. Figures of quality go by the logarithm of the number of chunks,
    seconds and memory by the number itself."""

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
        return Foretold(found.mean, found.low, found.high)

    def best(self, size: Size) -> tuple[str, list[str]]:
        """The variation with the highest mean at a size, and those that are not shown to be worse."""
        here = {one.variation: one.scores(self.metric) for one in self.grown if one.size.times == size.times}
        first = max(here, key=lambda name: fmean(question_means(here[name]).values()))
        compared = compare_all(here, first, self.terms) if len(here) > 1 else {}
        return first, [name for name, found in compared.items() if found.verdict != WORSE]

    def at(self, variation: str, metric: str, times: float, within: Sequence[float] = ()) -> Foretold | None:
        """What is foretold for a size beyond; None with too few sizes. `within`: from these sizes alone."""
        own = [one for one in self.of(variation) if not within or one.size.times in within]
        if len({one.extent for one in own}) < FEWEST or not all(one.scores(metric) for one in own):
            return None
        share = metric not in (SECONDS, MEMORY)
        place = math.log2 if share else float
        first, last = own[0], own[-1]
        a_time = (last.extent - first.extent) / (last.size.times - first.size.times)
        extent = next(
            (one.extent for one in self.of(variation) if one.size.times == times),
            last.extent + a_time * (times - last.size.times),
        )
        scores = [one.scores(metric) for one in own]
        return foretold([place(one.extent) for one in own], scores, place(extent), self.clusters, share)

    def rows(self, beyond: Sequence[float]) -> list[dict[str, Any]]:
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


def curves(sweep: SweepResult, grown: Sequence[Grown]) -> Curves:
    """Of the finished runs of a sweep."""
    metric = str(sweep.info["metric"])
    known = comparable(sweep)
    return Curves(grown, sweep.terms.clusters, metric if metric in known else SCORE, sweep.terms)


def _row(
    variation: str, times: float, one: Grown | None, metric: str, found: Foretold, best: str
) -> Mapping[str, Any]:
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
