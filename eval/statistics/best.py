"""Which points of a grid may be the best one: multiple comparisons with the best.

The best mean of many is the best by luck too, so every point is compared with every other one, all pairs at once, and
what is said holds whichever point one then looks at (Hsu 1996, Multiple Comparisons, chapter 4; Gupta 1965, On some
multiple decision rules). The level of a single pair's sign-flip test is chosen such that the smallest p value of all
pairs is below it in 5% of the sign patterns, the signs of a cluster being flipped for all pairs together (Westfall and
Young 1993, Resampling-Based Multiple Testing). Pairs of a grid go together, so that level is higher than Holm's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ragatta.eval.statistics.clusters import Clusters, numbered, sums
from ragatta.eval.statistics.permutation import EXACT, RESAMPLES, TIE, SignFlips
from ragatta.eval.statistics.questions import Scores, question_means

MOST = 40_000  # sign patterns of a grid with many pairs
ALPHA = 0.05


@dataclass(frozen=True)
class Ranking:
    """The points of a grid over the questions that all of them have a score of.

    `means` of each point, the best first. `beaten`: the points that are shown to be worse than another one, with the
    best of those that are better. `level`: of a pair's test, such that all pairs together err in 5% of all sweeps.
    `totals`: of each point the sum of the scores of each cluster; `sizes`: how many questions these have.
    """

    means: Mapping[str, float]
    beaten: Mapping[str, str]
    level: float
    totals: Mapping[str, np.ndarray]
    sizes: np.ndarray

    def behind(self, name: str) -> float:
        """By how much the best point, whichever it is, is ahead of this one at most, with 95% confidence for all points
        together; infinite with too few clusters."""
        return max(0.0, -min(flips.interval(self.level)[0] for flips in self._against_each(name)))

    def is_within(self, name: str, margin: float) -> bool:
        """Whether this point is shown to be behind the best one, whichever that is, by less than `margin`: the same as
        `behind(name) < margin`, at a fraction of the time."""
        return all(flips.is_above(-margin, self.level) for flips in self._against_each(name))

    def times_as_many(self, name: str, margin: float) -> float:
        """How many times as many clusters like these would show that the point is within `margin` of the best; infinite
        with too few clusters to say. Half an interval's width goes by the root of their number."""
        needed = 1.0
        for flips in self._against_each(name):
            mean, low = flips.mean, flips.interval(self.level)[0]
            if low <= -margin:
                needed = max(needed, ((mean - low) / max(mean + margin, margin / 10)) ** 2)
        return needed

    def _against_each(self, name: str) -> list[SignFlips]:
        patterns = _patterns(len(self.means))
        others = [other for other in self.totals if other != name]  # the best first
        return [SignFlips(self.totals[name] - self.totals[other], self.sizes, patterns) for other in others]


def ranking(scores: Mapping[str, Scores], clusters: Clusters) -> Ranking:
    """Of at least two points. Raises ValueError where they have no question in common."""
    means = [question_means(own) for own in scores.values()]
    questions = [question for question in means[0] if all(question in own for own in means)]
    if not questions:
        raise ValueError("no question is scored in all of them")
    of = numbered(questions, clusters)
    values = {name: np.array([own[q] for q in questions]) for name, own in zip(scores, means, strict=True)}
    order = sorted(values, key=lambda name: -values[name].mean())
    totals = {name: sums(values[name], of) for name in order}
    sizes = np.bincount(of)
    level, pairs = _tested(np.stack([*totals.values()]), sizes)
    beaten: dict[str, str] = {}
    for better, worse in sorted(pair for pair, p in pairs.items() if p < level):
        beaten.setdefault(order[worse], order[better])
    return Ranking({name: float(values[name].mean()) for name in order}, beaten, level, totals, sizes)


def _tested(totals: np.ndarray, sizes: np.ndarray) -> tuple[float, dict[tuple[int, int], float]]:
    """The level, at most ALPHA, and the p value of each pair that could be below it; `totals` of shape (points,
    clusters)."""
    smallest, pairs = np.ones(0), {}
    for one, other in combinations(range(len(totals)), 2):
        found = SignFlips(totals[one] - totals[other], sizes, _patterns(len(totals))).statistics
        if totals.shape[1] <= EXACT:
            found = found[1:]  # the observed pattern is among them, as the first
        patterns = found.size
        smallest = smallest if smallest.size else np.ones(patterns)
        allowed = int(ALPHA * patterns)  # as many patterns may have a smaller p value than the level
        far = np.flatnonzero(found >= np.partition(found, -allowed - 1)[-allowed - 1] * (1 - TIE))
        ordered = np.sort(found[far])
        smallest[far] = np.minimum(smallest[far], _shares(ordered, found[far] * (1 - TIE), patterns))
        seen = float(found[0]) * (1 - TIE)
        if seen >= ordered[0] * (1 - 2 * TIE):
            pairs[one, other] = float(_shares(ordered, np.array([seen]), patterns)[0])
    return min(ALPHA, float(np.partition(smallest, allowed)[allowed])), pairs


def _shares(ordered: np.ndarray, values: np.ndarray, patterns: int) -> np.ndarray:
    """The p value of each of the values: the share of the patterns that are as far out."""
    found: np.ndarray = (ordered.size - np.searchsorted(ordered, values)) / patterns
    return found


def _patterns(points: int) -> int:
    pairs = points * (points - 1) // 2
    return min(MOST, max(RESAMPLES, 20 * pairs))
