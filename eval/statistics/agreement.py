"""How far two gradings of the same answers agree, with 95% intervals over questions, of which an answer each to many
systems says much the same.

`kappa` is Cohen's kappa with quadratic weights (Cohen 1968): between right and wrong Cohen's kappa (1960), between
grades from 0 to 1 Lin's concordance (1989). Its interval is a t interval of Fisher's z (Lin 1989), with the standard
error of a jackknife that leaves out one question at a time; a percentile bootstrap, or no z, covers far too seldom with
few questions or a judge that is nearly always right. `agreement` is 1 less the mean difference of the grades: between
right and wrong the share of equal verdicts; its interval is that of a clustered mean, and Wilson's over questions where
all grades are equal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ragatta.eval.statistics.intervals import CONFIDENCE, Interval, few_clusters, mean_interval, share_interval


@dataclass(frozen=True)
class Graded:
    """An answer to a question with two grades in [0, 1]."""

    question: str
    one: float
    other: float


@dataclass(frozen=True)
class Agreement:
    """`kappa` is in [-1, 1], NaN where both always give the same grade; its bounds are NaN where no question left out
    changes it."""

    kappa: Interval
    agreement: Interval
    answers: int
    questions: int


def agreement(graded: Sequence[Graded]) -> Agreement:
    """The agreement of the two gradings. Raises ValueError without any answer."""
    if not graded:
        raise ValueError("no answer has both grades")
    sums = _sums(graded)
    kappa = float(_kappa(sums.sum(axis=0)))
    return Agreement(Interval(kappa, *_jackknife(kappa, sums)), _equal(graded, len(sums)), len(graded), len(sums))


def _equal(graded: Sequence[Graded], questions: int) -> Interval:
    if all(row.one == row.other for row in graded):
        return share_interval(questions, questions)
    equal = {str(at): [1 - abs(row.one - row.other)] for at, row in enumerate(graded)}
    together = {str(at): row.question for at, row in enumerate(graded)}
    found = mean_interval(equal, together)
    return replace(found, low=math.nan, high=math.nan) if few_clusters(equal, together) else found


def _sums(graded: Sequence[Graded]) -> np.ndarray:
    """Of each question the number of answers and the sums that kappa is made of, of shape (questions, 5)."""
    found: dict[str, np.ndarray] = {}
    for row in graded:
        terms = np.array([1, row.one, row.other, row.one * row.other, row.one**2 + row.other**2])
        found[row.question] = found.get(row.question, 0) + terms
    return np.array(list(found.values()), dtype=np.float64)


def _kappa(sums: np.ndarray) -> np.ndarray:
    """Of sums of shape (..., 5), as 1 - observed / expected quadratic difference."""
    count, one, other, product, squares = np.moveaxis(sums, -1, 0)
    observed = squares - 2 * product
    with np.errstate(invalid="ignore", divide="ignore"):
        expected = squares - 2 * one * other / count
        return np.where(expected > 1e-12, 1 - observed / expected, np.nan)


def _jackknife(kappa: float, sums: np.ndarray) -> tuple[float, float]:
    """The bounds of kappa; NaN where it shows no spread. Without a question after which both always give the same
    grade."""
    from scipy.special import stdtrit

    without = _kappa(sums.sum(axis=0) - sums)
    without = without[np.isfinite(without)]
    if len(without) < 2 or np.ptp(without) < 1e-12 or not abs(kappa) < 1 - 1e-12:
        return math.nan, math.nan
    freedom = len(without) - 1
    error = math.sqrt(freedom / len(without) * ((without - without.mean()) ** 2).sum()) / (1 - kappa**2)
    reach = float(stdtrit(freedom, (1 + CONFIDENCE) / 2)) * error
    return math.tanh(math.atanh(kappa) - reach), math.tanh(math.atanh(kappa) + reach)
