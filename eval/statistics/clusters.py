"""Standard errors over clusters: questions about one document are not independent.

The standard error of a mean over questions is taken over clusters by leaving out each in turn (the cluster jackknife,
CR3: Bell and McCaffrey 2002; Miller 2024, arXiv:2411.00640, section 2.2), its degrees of freedom from the effective
number of clusters, (sum of sizes)^2 / (sum of squared sizes), less one (Kish 1965; Carter, Schnepel and Steigerwald
2017). docs/statistics.md has the measured coverage of both.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

Clusters = Mapping[str, str]  # question id: the name of its cluster; one that is not named is a cluster of its own


@dataclass(frozen=True)
class Mean:
    """A mean over questions, its standard error and that error's degrees of freedom; both are 0 where there is one
    cluster, which shows no spread. `clusters` is how many there are."""

    mean: float
    error: float
    freedom: float
    clusters: int


def numbered(questions: Sequence[str], clusters: Clusters) -> np.ndarray:
    """The number of each question's cluster, of shape (questions,)."""
    names = [("named", clusters[question]) if question in clusters else ("own", question) for question in questions]
    places = {name: place for place, name in enumerate(dict.fromkeys(names))}
    return np.array([places[name] for name in names], dtype=np.intp)


def sums(values: np.ndarray, of: np.ndarray) -> np.ndarray:
    """The sum of the values of each cluster; `of` are the clusters' numbers, of the shape of `values`."""
    return np.bincount(of, values)


def clustered_mean(values: np.ndarray, of: np.ndarray) -> Mean:
    """The mean of `values`, of shape (questions,), at least one; `of` as `numbered` gives it."""
    sizes = np.bincount(of)
    share = sizes / values.size
    mean = math.fsum(values) / values.size
    if sizes.size == 1:
        return Mean(mean, 0.0, 0.0, 1)
    off = (sums(values, of) - mean * sizes) / values.size / (1 - share)
    return Mean(mean, float(np.sqrt((off**2).sum())), float(1 / (share**2).sum() - 1), sizes.size)
