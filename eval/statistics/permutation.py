"""The paired permutation test: were the two names swapped on any question, would the difference be as large?

If two variations are equal, the sign of each question's difference is a coin toss. The p value is the share of all sign
patterns whose mean difference is at least as far from 0 as the observed one (Fisher 1935, The Design of Experiments,
section 21; two-sided). With up to EXACT questions that differ every pattern is counted. With more, patterns are drawn,
and the observed one counts as drawn too, so that p is never 0 and the test never claims more than its level
(Phipson and Smyth 2010, "Permutation p-values should never be zero").
"""

from __future__ import annotations

import numpy as np

EXACT = 16  # questions that differ: 65,536 sign patterns
RESAMPLES = 10_000
BLOCK = 100_000  # random bytes held in memory at once: what a processor's cache holds
TIE = 1e-9  # of the sum of all sizes: sums nearer than that are equal but for rounding


def sign_flip_test(differences: np.ndarray, resamples: int = RESAMPLES) -> float:
    """The two-sided p value of the mean of `differences`, of shape (questions,); 1.0 where none differs from 0.

    The same differences give the same p value. `resamples` sign patterns are drawn where they cannot all be counted.
    """
    sizes = np.abs(differences[differences != 0])  # what is 0 stays 0 whatever its sign
    observed = abs(float(differences.sum())) - TIE * float(sizes.sum())
    if sizes.size <= EXACT:
        return float(np.mean(np.abs(_all_sums(sizes)) >= observed))
    return (1 + _extreme(sizes, observed, resamples)) / (1 + resamples)


def smallest_p(questions: int) -> float:
    """The smallest p value that this many questions can give: all differ, all in one direction."""
    return 2.0 ** (1 - questions)


def _all_sums(sizes: np.ndarray) -> np.ndarray:
    sums = np.zeros(1)
    for size in sizes:
        sums = np.concatenate([sums + size, sums - size])
    return sums


def _extreme(sizes: np.ndarray, observed: float, resamples: int) -> int:
    """How many of the drawn sign patterns have a sum at least as far from 0 as `observed`."""
    random = np.random.default_rng(0)
    eights = np.append(sizes, np.zeros(-sizes.size % 8)).reshape(-1, 8)
    table = np.stack([_all_sums(eight) for eight in eights])  # a random byte is eight signs: their sum is looked up
    places, found, rows = np.arange(len(table)), 0, max(1, BLOCK // len(table))
    for begin in range(0, resamples, rows):
        drawn = random.integers(0, 256, (min(rows, resamples - begin), len(table)), dtype=np.uint8)
        found += int(np.count_nonzero(np.abs(table[places, drawn].sum(axis=1)) >= observed))
    return found
