"""An anytime-valid test and interval of a paired difference: they hold however often one looks.

Under the null hypothesis of the sign-flip test (the signs of the clusters' differences D are coin tosses) the product
of exp(x D - x^2 D^2 / 2) over clusters is no larger than 1 on average at any time, whatever x is, since
cosh(x) <= exp(x^2 / 2). Averaged over a normal x of variance `PRIOR` it has a closed form in S = sum(D), V = sum(D^2):

    M = exp(PRIOR S^2 / (2 (1 + PRIOR V))) / sqrt(1 + PRIOR V)

By Ville's inequality M ever reaches 1/level with a chance of at most `level`, so 1/M is a p value at every look (de la
Peña, Lai and Shao 2009, Self-Normalized Processes; Howard, Ramdas, McAuliffe and Sekhon 2021, arXiv:1810.08240). It is
valid where looks add whole clusters: new documents with their questions.
"""

from __future__ import annotations

import numpy as np

from ragatta.eval.statistics.clusters import sums

PRIOR = 0.2  # variance of the mixture: tightest for some dozens of clusters that differ
STEPS = 2001  # of differences from -1 to 1 that the interval is looked for among


def anytime_p(differences: np.ndarray, of: np.ndarray) -> float:
    """The p value that holds at every look, for `differences` of shape (questions,) and their clusters' numbers."""
    found = sums(differences, of)
    return float(np.minimum(1.0, np.exp(-_log_evidence(found.sum(), (found**2).sum()))))


def anytime_interval(differences: np.ndarray, of: np.ndarray, level: float = 0.05) -> tuple[float, float]:
    """The differences that are not rejected at `level`, from -1 to 1 or as far as any question's goes: at all looks
    together they hold the true one with a chance of 1 - level."""
    furthest = max(1.0, float(np.abs(differences).max(initial=0)))
    tried = np.append(np.linspace(-furthest, furthest, STEPS), differences.mean())
    found, sizes = sums(differences, of), np.bincount(of)
    total = found.sum() - tried * sizes.sum()
    square = (found**2).sum() - 2 * tried * (found * sizes).sum() + tried**2 * (sizes**2).sum()
    kept = tried[_log_evidence(total, square) < np.log(1 / level)]
    return float(kept.min()), float(kept.max())


def _log_evidence(total: np.ndarray, square: np.ndarray) -> np.ndarray:
    widened = 1 + PRIOR * square
    evidence: np.ndarray = PRIOR * total**2 / (2 * widened) - np.log(widened) / 2
    return evidence
