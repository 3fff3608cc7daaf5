"""The paired sign-flip test: how often is the difference as large if the two names are swapped at random?

If two variations are equal, swapping their names in a document changes nothing that matters, so the sign of each
document's difference is a coin toss. The p value is the share of all sign patterns whose statistic is at least as far
from 0 as the observed one (Fisher 1935, The Design of Experiments, section 21; two-sided). With up to EXACT clusters
that differ every pattern is counted. With more, patterns are drawn, and the observed one counts as drawn too, so that
p is never 0 and the test never claims more than its level (Phipson and Smyth 2010, "Permutation p-values should never
be zero").

Signs are no coin tosses where a large gain in a few documents pays for a small loss in all others: the mean alone would
then claim the loss too often. The statistic is therefore the mean in standard errors after Hall's transformation, which
removes its skewness (Hall 1992, "On the removal of skewness by transformation"). It is computed anew for each pattern,
so that the test stays exact where the differences are symmetric (Janssen 1997 and Chung and Romano 2013 studentise
permutation tests for the same reason). docs/statistics.md has the measured errors and power.

The interval holds every difference that the same test does not reject, so that the two never contradict each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property

import numpy as np

EXACT = 15  # clusters that differ: 16,384 sign patterns and as many opposite ones
RESAMPLES = 10_000
BLOCK = 100_000  # random bytes held in memory at once: what a processor's cache holds
TIE = 1e-9  # statistics nearer than this share are equal but for rounding
MOST_SKEWED = 0.4  # skewness of the mean that is removed at most, chosen by false claims and power (docs/statistics.md)
TINY = np.finfo(float).tiny
LARGE = 100.0  # an exponent, far beyond any pattern that matters
REACH = 8  # standard errors from the mean, as a power of 2, beyond which no limit of an interval is looked for
STEPS = 12  # halvings of the range in which a limit of the interval lies


def sign_flip_test(totals: np.ndarray, sizes: np.ndarray | None = None, resamples: int = RESAMPLES) -> float:
    """The two-sided p value of `SignFlips`; 1.0 if all differences are 0."""
    return SignFlips(totals, sizes, resamples).p


class SignFlips:
    """The test of the mean difference of clusters of questions, over the same sign patterns every time.

    `totals`: the sum of the differences of each cluster's questions, `sizes`: how many questions it has (default: one
    each), both of shape (clusters,). `resamples` random sign patterns are used if there are too many to enumerate.
    """

    def __init__(self, totals: np.ndarray, sizes: np.ndarray | None = None, resamples: int = RESAMPLES) -> None:
        self._totals = np.asarray(totals, float)
        self._sizes = np.ones_like(self._totals) if sizes is None else np.asarray(sizes, float)
        self._resamples = resamples

    @property
    def mean(self) -> float:
        """The difference per question."""
        return float(self._totals.sum() / self._sizes.sum())

    @cached_property
    def p(self) -> float:
        """The two-sided p value of a mean of 0."""
        differ = self._totals != 0  # what is 0 stays 0 whatever its sign
        if not differ.any():
            return 1.0
        found = self._statistics(0.0, _with_observed(self._kinds[:3, differ], self._resamples))
        return _p(found, int(differ.sum()))

    def interval(self, level: float = 0.05) -> tuple[float, float]:
        """The differences per question that the test does not reject at `level`, its lowest and highest. Infinite where
        so few clusters reject none. Of no difference p tells, with all `resamples`; of others as many as `level` needs.
        """
        clusters = self._totals.size
        if smallest_p(clusters) > level:
            return -math.inf, math.inf
        flipped = _with_observed(self._kinds, min(self._resamples, max(RESAMPLES, math.ceil(20 / level))))
        mean = self.mean

        def is_rejected(difference: float) -> bool:
            p = self.p if not difference else _p(self._statistics(difference, flipped), clusters)
            return p < level

        return _limit(mean, -self._error, is_rejected), _limit(mean, self._error, is_rejected)

    @property
    def _error(self) -> float:
        """The standard error of the mean, at least what rounding makes."""
        off = self._totals - self.mean * self._sizes
        return max(float(np.sqrt((off**2).sum()) / self._sizes.sum()), 1e-6)

    @cached_property
    def _kinds(self) -> np.ndarray:
        """What is summed over the clusters with their signs: the first three for a difference of 0."""
        t, n = self._totals, self._sizes
        return np.stack([t, t * n, t**3 / n**2, t**2 / n, n, n**2])

    def _statistics(self, difference: float, flipped: np.ndarray) -> np.ndarray:
        """Of the differences less `difference` per question; `flipped`: the signed sums of `_kinds`. With document j's
        mean u_j = t_j/n_j and N questions: the standard error from the residuals t_j - m n_j, the skewness of u_j
        weighted by n_j, scaled to that of the mean."""
        t, n = self._totals - difference * self._sizes, self._sizes
        total, by_size, cubes = flipped[:3]
        if difference:
            squares, count, sizes_squared = flipped[3:]
            cubes = cubes - 3 * difference * squares + 3 * difference**2 * total - difference**3 * count
            by_size = by_size - difference * sizes_squared
            total = total - difference * count
        found: np.ndarray = np.abs(statistic(*moments((total, by_size, cubes), (t**2).sum(), (t**2 / n).sum(), n)))
        return found


def moments(
    signed: tuple[np.ndarray, np.ndarray, np.ndarray],
    squares: np.ndarray | float,
    by_question: np.ndarray | float,
    sizes: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The mean per question, its standard error and its skewness, of sums over clusters of total t and size n: `signed`
    are those of t, t n and t^3/n^2 under sign patterns; `squares` and `by_question` those of t^2 and t^2/n, which no
    sign changes."""
    total, by_size, cubes = signed
    questions, clusters = sizes.sum(), sizes.size
    mean = total / questions
    square = mean * mean
    residual = squares - 2 * mean * by_size + square * (sizes**2).sum()
    error = np.sqrt(np.maximum(residual, TIE**2 * squares + TINY)) * (
        math.sqrt(clusters / max(clusters - 1, 1)) / questions
    )
    second = by_question / questions
    variance = np.maximum(second - square, 0.0)
    third = cubes / questions - mean * (3 * second - 2 * square)
    skewness = np.zeros_like(mean)
    np.divide(third, variance * np.sqrt(variance), out=skewness, where=variance > TIE * second)
    skewness *= (sizes**3).sum() / (sizes**2).sum() ** 1.5
    return mean, error, skewness


def statistic(mean: np.ndarray, error: np.ndarray, skewness: np.ndarray) -> np.ndarray:
    """The mean in standard errors, after Hall's transformation g2; `skewness` is that of the mean. At most MOST_SKEWED
    of it is removed, since beyond the transformation is no approximation and nothing would be found."""
    skewness = _removed(skewness)
    found: np.ndarray = 1.5 / skewness * np.expm1(np.minimum(2 / 3 * skewness * (mean / error), LARGE)) + skewness / 6
    return found


def mean_of(value: np.ndarray, error: np.ndarray, skewness: np.ndarray) -> np.ndarray:
    """The mean whose `statistic` is `value`; infinite where none is as large."""
    skewness = _removed(skewness)
    share = np.maximum(2 / 3 * skewness * (value - skewness / 6), -1.0)
    with np.errstate(divide="ignore"):
        found: np.ndarray = error * 1.5 / skewness * np.log1p(share)
    return found


def _removed(skewness: np.ndarray) -> np.ndarray:
    skewness = np.clip(skewness, -MOST_SKEWED, MOST_SKEWED)
    return np.where(np.abs(skewness) < TIE, TIE, skewness)


def smallest_p(clusters: int) -> float:
    """The smallest p value that this many clusters can give: if all differ in one direction."""
    return 2.0 ** (1 - clusters)


def pattern_sums(values: np.ndarray, resamples: int = RESAMPLES) -> np.ndarray:
    """The sums of `values`, of shape (kinds, clusters), under the same sign patterns; of shape (kinds, patterns). Up to
    EXACT clusters all patterns whose first sign is kept (the others are their opposites), else drawn ones."""
    if values.shape[1] <= EXACT:
        return np.asarray(values[:, :1] + all_sums(values[:, 1:]))
    random, kinds = np.random.default_rng(0), len(values)
    padded = np.concatenate([values, np.zeros((kinds, -values.shape[1] % 8))], axis=1).reshape(kinds, -1, 8)
    # A random byte is eight signs: their sum is looked up.
    table = np.stack([all_sums(padded[:, eight]) for eight in range(padded.shape[1])], axis=1)
    places, rows = np.arange(table.shape[1]), max(1, BLOCK // table.shape[1])
    found = [
        table[:, places, random.integers(0, 256, (min(rows, resamples - begin), places.size), dtype=np.uint8)].sum(-1)
        for begin in range(0, resamples, rows)
    ]
    return np.concatenate(found, axis=1)


def _with_observed(kinds: np.ndarray, resamples: int) -> np.ndarray:
    return np.concatenate([kinds.sum(axis=1, keepdims=True), pattern_sums(kinds, resamples)], axis=1)


def _p(statistics: np.ndarray, clusters: int) -> float:
    """The share of the patterns; the observed one counts as drawn where they are drawn, else it is among them."""
    drawn = int(clusters > EXACT)
    as_far = np.count_nonzero(statistics[1:] >= statistics[0] * (1 - TIE))
    return float((drawn + as_far) / (drawn + statistics.size - 1))


def _limit(mean: float, error: float, is_rejected: Callable[[float], bool]) -> float:
    """The farthest difference from the mean, in the direction of `error`, that is not rejected. What is rejected may
    lie between what is not, where one cluster has most of the questions: so it is looked for from the outside."""
    reached = [mean + error * 2.0**power for power in range(-1, REACH)]
    tried = sorted({mean, *reached, *([0.0] if error * mean < 0 else [])}, key=lambda one: abs(one - mean))
    if 0.0 in tried and is_rejected(0.0):  # so that the limit says of 0 what the p value says
        tried = tried[: tried.index(0.0) + 1]
    place = len(tried) - 1
    while place and is_rejected(tried[place]):
        place -= 1
    if place == len(tried) - 1:
        return math.copysign(math.inf, error)
    inner, outer = tried[place], tried[place + 1]
    for _ in range(STEPS):
        middle = (inner + outer) / 2
        if is_rejected(middle):
            outer = middle
        else:
            inner = middle
    return inner


def all_sums(values: np.ndarray) -> np.ndarray:
    """The sums of values of shape (kinds, clusters) under every sign pattern, of shape (kinds, patterns)."""
    sums = np.zeros((len(values), 1))
    for size in values.T[:, :, None]:
        sums = np.concatenate([sums + size, sums - size], axis=1)
    return sums
