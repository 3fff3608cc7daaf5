"""The 95% bootstrap interval of a mean over questions.

The expanded percentile interval: questions are drawn with replacement, and the quantiles of the resampled means are
taken a little further out than 2.5% and 97.5%, as far as a t quantile lies beyond the normal one with the factor
sqrt(n / (n - 1)). Source: Hesterberg 2015, "What Teachers Should Know About the Bootstrap", The American Statistician
69(4), section 5.3, on Efron 1979. Chosen by measured coverage over the plain percentile and the BCa interval; the
table is in docs/statistics.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from eval.statistics.questions import Scores, question_means

RESAMPLES = 10_000
BLOCK = 100_000  # drawn questions held in memory at once: what a processor's cache holds
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Interval:
    """A mean and its 95% interval, in the unit of the scores."""

    mean: float
    low: float
    high: float


def mean_interval(scores: Scores) -> Interval:
    """The mean over questions of the means over their repeats, with its interval; the same scores give the same one.

    One question has no spread to be seen: its interval is its mean. Raises ValueError where no question has a score.
    """
    means = question_means(scores)
    if not means:
        raise ValueError("no question has a score")
    return interval(np.array(list(means.values())))


def interval(values: np.ndarray) -> Interval:
    """The interval of the mean of `values`, of shape (questions,), at least one."""
    return _interval(tuple(values.tolist()))


@lru_cache(maxsize=1024)  # summary, tables and report show the same means
def _interval(scores: tuple[float, ...]) -> Interval:
    values = np.array(scores)
    mean = math.fsum(values) / values.size
    low, high = np.quantile(resampled_means(values), levels(values.size)) if values.size > 1 else (mean, mean)
    return Interval(mean, min(float(low), mean), max(float(high), mean))


def levels(questions: int) -> tuple[float, float]:
    """The two quantiles of the resampled means that bound the interval: (0.025, 0.975) for many questions."""
    from scipy.special import ndtr, stdtrit

    tail = (1 - CONFIDENCE) / 2
    low = float(ndtr(math.sqrt(questions / (questions - 1)) * stdtrit(questions - 1, tail)))
    return low, 1 - low


def resampled_means(values: np.ndarray) -> np.ndarray:
    """Of shape (RESAMPLES,): the means of as many draws of all questions, with replacement. Always the same draws."""
    random = np.random.default_rng(0)
    rows = max(1, BLOCK // values.size)
    blocks = []
    for begin in range(0, RESAMPLES, rows):
        drawn = random.integers(0, values.size, (min(rows, RESAMPLES - begin), values.size), dtype=np.int32)
        blocks.append(values[drawn].mean(axis=1))
    return np.concatenate(blocks)
