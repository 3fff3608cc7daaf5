"""The 95% interval of a mean over clustered questions. That of a difference is in comparison.py.

Scores of 0 and 1: the interval of Korn and Graubard (1998), with the effective number of independent questions from the
clustered standard error. Other scores: a t interval. Equal scores: what as many clusters may have missed. If the
questions are about a few clusters only (`few_clusters`), the interval is by question and holds for these clusters.
Chosen by measured coverage, see docs/statistics.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from ragatta.eval.statistics.clusters import Clusters, Mean, clustered_mean, numbered
from ragatta.eval.statistics.question_means import Scores, question_means

CONFIDENCE = 0.95
FEW = 5  # clusters, by their effective number


@dataclass(frozen=True)
class Interval:
    """A mean and its 95% interval, in the unit of the scores; the bounds are NaN if they are not known."""

    mean: float
    low: float
    high: float


def mean_interval(scores: Scores, clusters: Clusters | None = None) -> Interval:
    """The mean over questions of the means over their repeats, with its interval.

    Raises ValueError if no question has a score.
    """
    means = question_means(scores)
    if not means:
        raise ValueError("no question has a score")
    values = np.array(list(means.values()))
    together = {} if few_clusters(means, clusters or {}) else clusters or {}
    found = clustered_mean(values, numbered(list(means), together))
    if np.ptp(values) == 0 or not found.error:
        return _of_equal(found.mean, cluster_numbers(means, together)[1])
    if set(values.tolist()) <= {0.0, 1.0}:
        return _korn_graubard(found, values.size)
    low, high = bounds(found)
    if values.min() >= 0 and values.max() <= 1:
        low, high = max(low, 0.0), min(high, 1.0)
    return Interval(found.mean, low, high)


def _of_equal(mean: float, clusters: float) -> Interval:
    """All scores are equal, which so many clusters of equal size are by chance too: those of other documents may lie
    anywhere between 0 and 1."""
    if not 0 <= mean <= 1:
        return Interval(mean, math.nan, math.nan)
    share = unseen(clusters)
    return Interval(mean, mean * (1 - share), mean + (1 - mean) * share)


def unseen(clusters: float) -> float:
    """The largest share of all clusters that a kind may have of which so many clusters show none, with 97.5%
    confidence (Clopper and Pearson 1934: the upper limit of a share of which none is seen)."""
    return float(1 - ((1 - CONFIDENCE) / 2) ** (1 / clusters))


def few_clusters(questions: Iterable[str], clusters: Clusters) -> bool:
    """Whether most questions belong to a few clusters, too few to generalise to others."""
    number, effective = cluster_numbers(questions := list(questions), clusters)
    return number < len(questions) and effective < FEW


def cluster_numbers(questions: Iterable[str], clusters: Clusters) -> tuple[int, float]:
    """How many clusters the questions belong to, and how many of equal size would be worth as much:
    (Σn)²/Σn² of their sizes (Kish 1965, Survey Sampling)."""
    sizes = np.bincount(numbered(list(questions), clusters))
    return int(np.count_nonzero(sizes)), float(sizes.sum() ** 2 / max((sizes**2).sum(), 1))


def bounds(found: Mean) -> tuple[float, float]:
    """The t interval of a mean; NaN where its error is not known."""
    if not found.freedom:
        return math.nan, math.nan
    reach = quantile(found) * found.error
    return found.mean - reach, found.mean + reach


def quantile(found: Mean, level: float = 1 - CONFIDENCE) -> float:
    """The number of standard errors between the mean and the two-sided `level`."""
    from scipy.special import stdtrit

    return float(stdtrit(found.freedom, 1 - level / 2))


def _korn_graubard(found: Mean, questions: int) -> Interval:
    """The exact interval of a share of as many independent questions as the clustered ones are worth, at most all
    (Korn and Graubard 1998): near 0 and 1 it holds the share more often than Wilson's."""
    from scipy.special import betaincinv, stdtrit

    share, upper = found.mean, (1 + CONFIDENCE) / 2
    worth = share * (1 - share) / found.error**2
    number = min(float(questions), worth * float(stdtrit(questions - 1, upper)) ** 2 / quantile(found) ** 2)
    right, wrong = number * share, number * (1 - share)
    low, high = betaincinv(right, wrong + 1, 1 - upper), betaincinv(right + 1, wrong, upper)
    return Interval(share, float(low), float(high))


def upper_share(some: Sequence[bool], questions: Sequence[str]) -> float:
    """The upper 95% limit (one-sided) of the share of answers that are some kind; `questions` names each answer's.

    Answers to one question are one cluster: the limit is the exact one of as many independent answers as they are worth
    (Clopper and Pearson 1934; Korn and Graubard 1998). 1 without answers.
    """
    from scipy.special import betaincinv

    if not some:
        return 1.0
    number, share = _independent(some, questions)
    return float(betaincinv(number * share + 1, number * (1 - share), CONFIDENCE)) if share < 1 else 1.0


def lower_share(some: Sequence[bool], questions: Sequence[str]) -> float:
    """The lower 95% limit (one-sided) of the same share; 0 without answers."""
    return 1 - upper_share([not one for one in some], questions)


def _independent(some: Sequence[bool], questions: Sequence[str]) -> tuple[float, float]:
    """How many independent answers the clustered ones are worth, at most all, and their share of that kind."""
    from scipy.special import stdtrit

    found = clustered_mean(np.array(some, dtype=float), numbered(list(questions), {}))
    if not found.error:  # all alike: as many as the clusters are worth
        sizes = np.bincount(numbered(list(questions), {}))
        return float(sizes.sum() ** 2 / (sizes**2).sum()), found.mean
    worth = found.mean * (1 - found.mean) / found.error**2
    ratio = float(stdtrit(max(len(some) - 1, 1), CONFIDENCE) / stdtrit(found.freedom, CONFIDENCE))
    return min(float(len(some)), worth * ratio**2), found.mean


def share_interval(some: int, questions: int) -> Interval:
    """The share of independent questions that are right, with Wilson's interval; also where it is 0 or 1.

    Raises ValueError without questions.
    """
    if not questions:
        raise ValueError("a share of no question")
    return _around(some / questions, questions, NormalDist().inv_cdf((1 + CONFIDENCE) / 2) ** 2)


def _around(share: float, questions: float, square: float) -> Interval:
    """Wilson's interval; `square` is that of the quantile."""
    middle = share + square / (2 * questions)
    reach = math.sqrt(square * (share * (1 - share) / questions + square / (4 * questions**2)))
    shrunk = 1 + square / questions
    return Interval(share, (middle - reach) / shrunk, (middle + reach) / shrunk)
