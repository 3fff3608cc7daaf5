"""The paired permutation test: how often is the difference as large if the two names are swapped at random?

If two variations are equal, the sign of each question's difference is a coin toss. The p value is the share of all sign
patterns whose mean difference is at least as far from 0 as the observed one (Fisher 1935, The Design of Experiments,
section 21; two-sided). With up to EXACT questions that differ every pattern is counted. With more, patterns are drawn,
and the observed one counts as drawn too, so that p is never 0 and the test never claims more than its level
(Phipson and Smyth 2010, "Permutation p-values should never be zero").

The interval holds every difference that the same test does not reject, so that the two never contradict each other. A
pattern does not reject a difference between the mean of the questions whose sign it keeps and the mean of the others:
the limits are quantiles of such means (Hartigan 1969, "Using subsample values as typical values").
"""

from __future__ import annotations

import math

import numpy as np

EXACT = 16  # questions that differ: 65,536 sign patterns
RESAMPLES = 10_000
BLOCK = 100_000  # random bytes held in memory at once: what a processor's cache holds
TIE = 1e-9  # of the sum of all sizes: sums nearer than that are equal but for rounding


def sign_flip_test(differences: np.ndarray, resamples: int = RESAMPLES) -> float:
    """The two-sided p value of the mean of `differences`, shape (questions,); 1.0 if all are 0. Deterministic.
    `resamples` random sign patterns are used if there are too many to enumerate."""
    sizes = np.abs(differences[differences != 0])  # what is 0 stays 0 whatever its sign
    observed = abs(float(differences.sum())) - TIE * float(sizes.sum())
    drawn = 0 if sizes.size <= EXACT else 1
    found = np.abs(pattern_sums(sizes[None], resamples)[0]) >= observed
    return float((drawn + np.count_nonzero(found)) / (drawn + found.size))


def sign_flip_interval(
    totals: np.ndarray, sizes: np.ndarray, level: float = 0.05, resamples: int = RESAMPLES
) -> tuple[float, float]:
    """The differences per question that the test does not reject at `level`, its lowest and highest. `totals` are the
    sums of the differences of each cluster and `sizes` its numbers of questions, both of shape (clusters,). Infinite
    where so few clusters reject none."""
    flipped, questions = pattern_sums(np.stack([totals, sizes.astype(float)]), resamples)
    total, number = totals.sum(), sizes.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        means = np.stack([(total + flipped) / (number + questions), (total - flipped) / (number - questions)])
    low, high = np.nanmin(means, axis=0), np.nanmax(means, axis=0)
    whole = np.abs(questions) == number  # no question is on the other side: such a pattern rejects nothing
    low[whole], high[whole] = -np.inf, np.inf
    if totals.size > EXACT:  # the observed pattern counts as drawn
        low, high = np.append(low, -np.inf), np.append(high, np.inf)
    rank = math.ceil(level * low.size)  # as many patterns at least do not reject what is not rejected
    return float(np.partition(low, rank - 1)[rank - 1]), float(np.partition(high, -rank)[-rank])


def smallest_p(questions: int) -> float:
    """The smallest p value that this many questions can give: if all differ in one direction."""
    return 2.0 ** (1 - questions)


def pattern_sums(values: np.ndarray, resamples: int = RESAMPLES) -> np.ndarray:
    """The sums of `values`, of shape (kinds, clusters), under the same sign patterns: all up to EXACT clusters, else
    drawn; of shape (kinds, patterns)."""
    if values.shape[1] <= EXACT:
        return _all_sums(values)
    random, kinds = np.random.default_rng(0), len(values)
    padded = np.concatenate([values, np.zeros((kinds, -values.shape[1] % 8))], axis=1).reshape(kinds, -1, 8)
    # A random byte is eight signs: their sum is looked up.
    table = np.stack([_all_sums(padded[:, eight]) for eight in range(padded.shape[1])], axis=1)
    places, rows = np.arange(table.shape[1]), max(1, BLOCK // table.shape[1])
    found = [
        table[:, places, random.integers(0, 256, (min(rows, resamples - begin), places.size), dtype=np.uint8)].sum(-1)
        for begin in range(0, resamples, rows)
    ]
    return np.concatenate(found, axis=1)


def _all_sums(values: np.ndarray) -> np.ndarray:
    """The sums of values of shape (kinds, clusters) under every sign pattern, of shape (kinds, patterns)."""
    sums = np.zeros((len(values), 1))
    for size in values.T[:, :, None]:
        sums = np.concatenate([sums + size, sums - size], axis=1)
    return sums
