"""How far two gradings of the same answers agree, with 95% intervals over questions, of which an answer each to many
systems says much the same.

`kappa` is Cohen's kappa with quadratic weights (Cohen 1968): between right and wrong Cohen's kappa (1960), between
grades from 0 to 1 Lin's concordance (1989). Its interval is a percentile bootstrap that draws whole questions (Efron
and Tibshirani 1993; Field and Welsh 2007). `agreement` is 1 less the mean difference of the grades: between right and
wrong the share of equal verdicts; its interval is that of a clustered mean.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ragatta.eval.statistics.intervals import CONFIDENCE, Interval, mean_interval

RESAMPLES = 2_000


@dataclass(frozen=True)
class Graded:
    """An answer to a question with two grades in [0, 1]."""

    question: str
    one: float
    other: float


@dataclass(frozen=True)
class Agreement:
    """`kappa` is in [-1, 1], NaN where both always give the same grade or there are no answers."""

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
    low, high = _bootstrap(sums) if math.isfinite(kappa) else (math.nan, math.nan)
    equal = {str(at): [1 - abs(row.one - row.other)] for at, row in enumerate(graded)}
    together = {str(at): row.question for at, row in enumerate(graded)}
    return Agreement(Interval(kappa, low, high), mean_interval(equal, together), len(graded), len(sums))


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
    expected = squares - 2 * one * other / count
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(expected > 1e-12, 1 - observed / expected, np.nan)


def _bootstrap(sums: np.ndarray) -> tuple[float, float]:
    """NaN for one question, which shows no spread. Drawings in which both always give the same grade are left out."""
    if len(sums) < 2:
        return math.nan, math.nan
    drawn = np.random.default_rng(0).integers(0, len(sums), (RESAMPLES, len(sums)))
    weights = np.apply_along_axis(np.bincount, 1, drawn, minlength=len(sums))
    low, high = np.nanquantile(_kappa(weights @ sums), ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2))
    return float(low), float(high)
