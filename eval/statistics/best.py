"""Which points of a grid may be the best one: multiple comparisons with the best.

The best mean of many is the best by luck too, so each point is compared with every other one, at once: the interval of
each difference is such that all of them together hold the truth in 95% of all sweeps, whichever point one then looks at.
A point is not the best if another one is better by such an interval (Hsu 1996, Multiple Comparisons, chapter 4; Gupta
1965, On some multiple decision rules).

The statistic of a pair is the sum of its clusters' differences over the root of their squares' sum, the critical value
the 95% quantile of its largest value over all pairs when the clusters' signs are flipped, for all pairs together
(Westfall and Young 1993, Resampling-Based Multiple Testing: it uses that the pairs go together, where Holm's
correction assumes the worst). The interval holds all differences that the critical value does not reject.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ragatta.eval.statistics.clusters import Clusters, numbered, sums
from ragatta.eval.statistics.permutation import EXACT, TIE, pattern_sums
from ragatta.eval.statistics.questions import Scores, question_means

BLOCK = 1_000_000  # statistics held in memory at once
SAME = 1e-9  # a cluster's difference that only rounding makes


@dataclass(frozen=True)
class Standing:
    """A point's mean over the questions that all points have a score of, and what is known of it with 95% confidence:
    whether another point is better, and by how much the best one is ahead at most (infinite with too few clusters)."""

    mean: float
    is_beaten: bool
    behind: float


def standings(scores: Mapping[str, Scores], clusters: Clusters, level: float = 0.05) -> dict[str, Standing]:
    """Of each point, at least two. Raises ValueError where they have no question in common."""
    means = [question_means(own) for own in scores.values()]
    questions = [question for question in means[0] if all(question in own for own in means)]
    if not questions:
        raise ValueError("no question is scored in all of them")
    values, of = np.array([[own[q] for q in questions] for own in means]), numbered(questions, clusters)
    low, high = intervals(np.stack([sums(row, of) for row in values]), np.bincount(of), level)
    return {
        name: Standing(float(row.mean()), bool((high[at] < 0).any()), max(0.0, -float(low[at].min())))
        for at, (name, row) in enumerate(zip(scores, values, strict=True))
    }


def intervals(totals: np.ndarray, sizes: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    """The simultaneous intervals of each point minus each other one, low and high, of shape (points, points). `totals`
    are the sums of the scores of each cluster, of shape (points, clusters), `sizes` its numbers of questions."""
    low, high = np.zeros((2, len(totals), len(totals)))
    one, other = np.triu_indices(len(totals), 1)
    apart = totals[one] - totals[other]
    differ = np.abs(apart).max(axis=1) > SAME
    if not differ.any():
        return low, high
    one, other, apart = one[differ], other[differ], apart[differ]
    square, number = (apart**2).sum(axis=1), sizes.sum()
    critical = _critical(totals, one, other, np.sqrt(square), level) ** 2
    if number**2 > critical * (sizes**2).sum():
        # All d with (sum - d number)^2 <= critical * (sum of squares of the differences less d times the size).
        a = number**2 - critical * (sizes**2).sum()
        b = apart.sum(axis=1) * number - critical * (apart @ sizes)
        c = apart.sum(axis=1) ** 2 - critical * square
        reach = np.sqrt(np.maximum(b**2 - a * c, 0.0))
        low[one, other], high[one, other] = (b - reach) / a, (b + reach) / a
    else:  # so few clusters reject nothing
        low[one, other], high[one, other] = -math.inf, math.inf
    low[other, one], high[other, one] = -high[one, other], -low[one, other]
    return low, high


def _critical(totals: np.ndarray, one: np.ndarray, other: np.ndarray, norms: np.ndarray, level: float) -> float:
    """What the largest statistic of the pairs of `one` and `other` exceeds in `level` of the sign patterns; infinite if
    there are too few patterns."""
    flipped, norms = pattern_sums(totals), norms[:, None]
    rows = max(1, BLOCK // len(one))
    largest = np.concatenate([
        (np.abs(flipped[one, at : at + rows] - flipped[other, at : at + rows]) / norms).max(axis=0)
        for at in range(0, flipped.shape[1], rows)
    ])  # fmt: skip
    drawn = 0 if totals.shape[1] <= EXACT else 1  # the observed pattern counts as drawn
    rank = math.floor(level * (largest.size + drawn)) - drawn  # as many patterns may reach what is rejected
    if rank < 1:
        return math.inf
    return float(np.partition(largest, -rank - 1)[-rank - 1]) * (1 + TIE)
