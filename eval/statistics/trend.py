"""A straight line through the means of the same questions at several sizes, and what it foretells for another one.

The interval is that of a prediction (Draper and Smith 1998, Applied Regression Analysis, section 1.4): of the mean that
these questions will have there, not of a line. How far means are off the line is estimated twice, from the means
themselves (degrees of freedom: sizes less two) and from the clusters of questions, each with a line of its own; the
wider interval counts. Where no question has changed so far, the share that may change unseen counts (`unseen`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy.stats import t

from ragatta.eval.statistics.clusters import Clusters, numbered, sums
from ragatta.eval.statistics.intervals import Interval, unseen
from ragatta.eval.statistics.question_means import Scores, question_means

CHANGED = 0.1  # of a question's score
FEWEST = 3  # sizes that a line needs, so that something can be off it


def forecast(
    sizes: Sequence[float], scores: Sequence[Scores], at: float, clusters: Clusters, shares: bool = True
) -> Interval:
    """The mean at `at`, in the units of `sizes`, such as the logarithm of the number of documents. `scores` are those
    of each size; questions that are not scored at all of them are left out. `shares`: scores are from 0 to 1, and so
    is what is forecast. Raises ValueError for fewer than three different sizes, or without a question."""
    means = [question_means(each) for each in scores]
    common = [name for name in means[0] if all(name in each for each in means)]
    x = np.asarray(sizes, float)
    if len(set(sizes)) < FEWEST or not common:
        raise ValueError(f"a line needs {FEWEST} sizes at least, and a question that is scored at each")
    values = np.array([[each[name] for name in common] for each in means])  # (sizes, questions)
    away = x - x.mean()
    slopes = away @ values / (away @ away)
    off = values - values.mean(axis=0) - np.outer(away, slopes)
    mean = float(values.mean() + slopes.mean() * (at - x.mean()))
    reach = math.sqrt(1 + 1 / x.size + (at - x.mean()) ** 2 / float(away @ away))
    of, freedom = numbered(common, clusters), x.size - 2
    by_cluster = np.array([sums(each, of) for each in off]) / len(common)
    by_means = _half(off.mean(axis=1), freedom, freedom)
    half = reach * max(by_means, _half(by_cluster, freedom, max(1, by_cluster.shape[1] - 1)))
    if not shares:
        return Interval(mean, mean - half, mean + half)
    if np.ptp(values, axis=0).max() < CHANGED:
        half = max(half, unseen(len(common)))
    return Interval(*(min(max(one, 0.0), 1.0) for one in (mean, mean - half, mean + half)))


def _half(off: np.ndarray, freedom: int, of_quantile: int) -> float:
    """Half of a 95% interval for one more size, of means that are so far off their line."""
    return math.sqrt(float((off**2).sum()) / freedom) * float(t.ppf(0.975, of_quantile))
