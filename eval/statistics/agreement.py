"""How far two gradings of the same answers agree, with 95% intervals over questions, of which an answer each to many
systems says much the same.

`kappa` is Cohen's kappa with quadratic weights (Cohen 1968): between right and wrong Cohen's kappa (1960), between
grades from 0 to 1 Lin's concordance (1989). Its interval is a t interval of Fisher's z (Lin 1989), with the standard
error of a jackknife that leaves out one question at a time; a percentile bootstrap, or no z, covers far too seldom with
few questions or a judge that is nearly always right. Where the gradings differ on fewer than FEW questions a jackknife
sees too little: the interval also holds what Wilson's (1927) for the mean squared difference comes to, over as many
answers as its variance between questions is worth (Korn and Graubard 1998). `agreement` is 1 less the mean difference
of the grades: between right and wrong the share of equal verdicts; its interval is that of a clustered mean, and
Wilson's over questions where all grades are equal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ragatta.eval.statistics.intervals import CONFIDENCE, Interval, few_clusters, mean_interval, share_interval

FEW = 10  # questions with different grades


@dataclass(frozen=True)
class Graded:
    """An answer to a question with two grades in [0, 1]."""

    question: str
    one: float
    other: float


@dataclass(frozen=True)
class Agreement:
    """`kappa` is in [-1, 1], NaN where both always give the same grade; its bounds are NaN with a single question, and
    where one of the two always gives the same grade."""

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
    return Agreement(Interval(kappa, *_bounds(kappa, sums)), _equal(graded, len(sums)), len(graded), len(sums))


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


def _bounds(kappa: float, sums: np.ndarray) -> tuple[float, float]:
    low, high = _jackknife(kappa, sums)
    apart = sums[:, 4] - 2 * sums[:, 3]  # of each question the sum of squared differences
    if np.count_nonzero(apart > 1e-12) >= FEW or len(sums) < 2 or (math.isnan(low) and not abs(kappa) >= 1 - 1e-12):
        return low, high
    count, one, other, _, squares = sums.sum(axis=0)
    difference, expected = apart.sum() / count, (squares - 2 * one * other / count) / count
    least, most = (1 - bound / expected for bound in reversed(_wilson(difference, apart, sums[:, 0])))
    return max(-1.0, float(np.fmin(low, least))), min(1.0, float(np.fmax(high, most)))


def _wilson(mean: float, apart: np.ndarray, answers: np.ndarray) -> tuple[float, float]:
    """Wilson's interval of a mean in [0, 1] of questions with these sums over their answers."""
    from scipy.special import stdtrit

    questions, total = len(answers), answers.sum()
    variance = questions / (questions - 1) * ((apart - mean * answers) ** 2).sum() / total**2
    worth = min(mean * (1 - mean) / variance, total) if variance > 1e-15 else questions  # answers that vary as much
    wide = float(stdtrit(questions - 1, (1 + CONFIDENCE) / 2)) ** 2 / worth
    reach = math.sqrt(max(0.0, wide * mean * (1 - mean) + wide**2 / 4))
    return (mean + wide / 2 - reach) / (1 + wide), (mean + wide / 2 + reach) / (1 + wide)


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
