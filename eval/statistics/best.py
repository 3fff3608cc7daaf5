"""Which variations of a sweep may be the best: a set that holds the best one in 95% of all sweeps.

A variation is out of the set if another one is shown to beat it: if the largest of the one-sided sign-flip statistics
of the others against it (permutation.py) is beyond its 5% point, which 5% of the sign patterns reach by chance. The
signs of a cluster are flipped for all variations together, so that the point allows for how many others there are and
how they go together (Gupta 1965, "On some multiple decision (selection and ranking) rules"; Westfall and Young 1993,
Resampling-Based Multiple Testing). The same points bound by how much each variation may be behind the best, whichever
that is, for all at once (Hsu 1996, Multiple Comparisons, chapter 4). docs/statistics.md has the measured figures.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from ragatta.eval.statistics.anytime import anytime_interval, anytime_p
from ragatta.eval.statistics.clusters import numbered
from ragatta.eval.statistics.comparison import BETTER, FEWEST_CLUSTERS, WORSE, Comparison, Terms, interval_of_equal
from ragatta.eval.statistics.permutation import TIE, all_sums, mean_of, moments, statistic
from ragatta.eval.statistics.question_means import Scores, question_means

PATTERNS = 2_048  # and as many opposite ones: the 5% point is one between 4.3% and 5.7%
FEWEST_PATTERNS = 500  # with their opposites, the 5% point is one between 4% and 6%
MOST = 50_000_000  # pairs of variations times patterns
BLOCK = 4_000_000  # signs held in memory at once
CACHED = 20_000  # statistics made at once: what a processor's cache holds
NOTHING_SHOWN, ALIKE, FEW_CLUSTERS = "nothing shown", "alike", "few clusters"


@dataclass(frozen=True)
class Ranking:
    """The variations over the questions that all of them have a score of.

    `means` of each, the highest first. `beaten`: those that are shown to be worse than another one, with the one of the
    highest mean that beats them. `clusters`: how many the questions belong to; below FEWEST_CLUSTERS nothing is beaten.
    """

    means: Mapping[str, float]
    beaten: Mapping[str, str]
    clusters: int
    _values: np.ndarray = field(repr=False)  # (variations, questions), in the order of the means
    _of: np.ndarray = field(repr=False)  # each question's cluster
    _points: np.ndarray | None = field(repr=False)  # the 5% points, (variations,); None: by the anytime p values
    _alpha: float = field(repr=False)

    @property
    def may_be_best(self) -> tuple[str, ...]:
        """The set, the highest mean first."""
        return tuple(name for name in self.means if name not in self.beaten)

    @property
    def why_all(self) -> str:
        """Why no variation is out: FEW_CLUSTERS, ALIKE (all have the same score of each question) or NOTHING_SHOWN;
        empty where one is."""
        if self.beaten:
            return ""
        if self.clusters < FEWEST_CLUSTERS:
            return FEW_CLUSTERS
        return NOTHING_SHOWN if np.ptp(self._values, axis=0).any() else ALIKE

    def behind(self, name: str) -> float:
        """By how much the best one, whichever it is, is ahead of this one at most, with 95% confidence for all
        variations together; infinite where these clusters are too few to say."""
        return max(0.0, float(np.max(self._leads(name), initial=0.0)))

    def is_within(self, name: str, margin: float) -> bool:
        """Whether this one is shown to be behind the best one, whichever that is, by less than `margin`."""
        highest = next(iter(self.means.values()))
        return highest - self.means[name] < margin and self.behind(name) < margin

    def times_as_many(self, name: str, margin: float) -> float:
        """How many times as many clusters like these would show that it is within `margin` of the best; infinite where
        these are too few to say. Half an interval's width goes by the root of their number."""
        leads = self._leads(name)
        means = np.array([mean - self.means[name] for other, mean in self.means.items() if other != name])
        needed = ((leads - means) / np.maximum(margin - means, margin / 10)) ** 2
        return float(np.max(needed[leads >= margin], initial=1.0))

    def _leads(self, name: str) -> np.ndarray:
        """Of each other variation, by how much it is ahead of this one at most, of shape (variations - 1,)."""
        at = [*self.means].index(name)
        ahead = np.delete(self._values, at, axis=0) - self._values[at]
        if self.clusters < FEWEST_CLUSTERS:
            return np.full(len(ahead), math.inf)
        if self._points is None:
            level = self._alpha / max(len(ahead), 1)
            return np.array([anytime_interval(one, self._of, level)[1] for one in ahead])
        sizes = np.bincount(self._of).astype(float)
        totals = _summed(-ahead, self._of)
        signed = (totals.sum(axis=1), totals @ sizes, (totals**3 / sizes**2).sum(axis=1))
        mean, error, skewness = moments(signed, *_unsigned(totals, sizes), sizes)
        leads = mean_of(np.delete(self._points, at), error, skewness) - mean
        # What does not vary has no error: other clusters may differ all the same.
        equal = np.ptp(totals / sizes, axis=1) < TIE
        leads[equal] = [interval_of_equal(-one, self.clusters)[1] for one in mean[equal]]
        return np.asarray(leads)


def ranking(scores: Mapping[str, Scores], terms: Terms, worse: Mapping[str, str] | None = None) -> Ranking:
    """Of the variations; each of those with identical answers is to be given once. `worse`: those that are known to be
    worse than another one, with that one: by the comparisons (`called_worse`) or a race. They may lack scores.

    With `terms.looks` "repeated" it goes by the anytime-valid p values, corrected by Bonferroni, which hold at every
    look. Raises ValueError where the variations have no question in common.
    """
    means, worse = {name: question_means(own) for name, own in scores.items()}, worse or {}
    # Sorted, so that the order in which variations are given changes nothing.
    questions = sorted(set.intersection(*map(set, means.values()))) if means else []
    if not questions:
        raise ValueError("no question is scored in all of them")
    of = numbered(questions, terms.clusters)
    found = {name: np.array([own[q] for q in questions]) for name, own in means.items()}
    highest = {name: math.fsum(own) / own.size for name, own in found.items()}
    order = sorted(found, key=lambda name: -highest[name])
    values, points, clusters = np.stack([found[name] for name in order]), None, int(of.max()) + 1
    beaten: dict[int, int] = {}
    if clusters >= FEWEST_CLUSTERS:
        if terms.looks == "repeated":
            beaten = _by_anytime(values, of, terms.alpha)
        else:
            observed, points = tested(_summed(values, of), np.bincount(of).astype(float), terms.alpha)
            far = np.triu(observed > points * (1 + TIE), 1)
            beaten = {int(at): int(far[:, at].argmax()) for at in np.flatnonzero(far.any(axis=0))}
    first = next((at for at, name in enumerate(order) if name not in worse), 0)  # always in the set
    out = {order[at]: order[by] for at, by in beaten.items() if at != first}
    known = {name: out.get(name, worse.get(name, "")) for name in (*order, *(worse.keys() - found.keys()))}
    return Ranking(
        {name: highest[name] for name in order},
        {name: by for name, by in known.items() if by},
        clusters,
        values,
        of,
        points,
        terms.alpha,
    )


def called_worse(compared: Mapping[str, Comparison], baseline: str) -> dict[str, str]:
    """Of the comparisons with the baseline, the variations that they call worse than another one, with that one: the
    baseline, and for the baseline the one that is ahead of it by most."""
    found = {name: baseline for name, one in compared.items() if one.verdict == WORSE}
    ahead = {name: one.difference for name, one in compared.items() if one.verdict == BETTER}
    return found | ({baseline: max(ahead, key=ahead.__getitem__)} if ahead else {})


def _by_anytime(values: np.ndarray, of: np.ndarray, alpha: float) -> dict[int, int]:
    """The places of the beaten and of what beats them."""
    level, beaten = alpha / max(len(values) - 1, 1), {}
    for at in range(1, len(values)):
        by = (better for better in range(at) if anytime_p(values[better] - values[at], of) < level)
        if (better := next(by, None)) is not None:
            beaten[at] = better
    return beaten


def tested(totals: np.ndarray, sizes: np.ndarray, alpha: float) -> tuple[np.ndarray, np.ndarray]:
    """The statistic of the first against the second of each pair, of shape (variations, variations), and the point of
    each second: what its largest is beyond in at most `alpha` of the patterns, the observed one among them. `totals`
    are of shape (variations, clusters)."""
    many, observed = len(totals), np.zeros((len(totals), len(totals)))
    largest: list[np.ndarray] = []
    for signs in sign_patterns(totals.shape[1], many):
        high, low = np.full((2, many, signs.shape[1]), -math.inf)
        for at, part, against in against_each(totals, sizes, signs):
            # Of the opposite pattern, and of the two names swapped, it is the opposite.
            np.maximum(high[at, part], against.max(axis=0), out=high[at, part])
            np.maximum(low[at, part], -against.min(axis=0), out=low[at, part])
            np.maximum(high[at + 1 :, part], -against, out=high[at + 1 :, part])
            np.maximum(low[at + 1 :, part], against, out=low[at + 1 :, part])
            if not largest and not part.start:  # the first pattern is the observed one
                observed[at + 1 :, at], observed[at, at + 1 :] = against[:, 0], -against[:, 0]
        largest += [high, low]
    found = np.concatenate(largest, axis=1)
    place = found.shape[1] - math.ceil(alpha * found.shape[1])
    return observed, np.partition(found, place, axis=1)[:, place]


def against_each(totals: np.ndarray, sizes: np.ndarray, signs: np.ndarray) -> Iterator[tuple[int, slice, np.ndarray]]:
    """Of each variation but the last, the statistics of those after it against it, for a part of the patterns `signs`
    at a time; these are of shape (clusters, patterns)."""
    sums, by_size = totals @ signs, (totals * sizes) @ signs
    for at in range(len(totals) - 1):
        own = totals[at + 1 :] - totals[at]
        cubes = (own * own * own / (sizes * sizes)) @ signs
        squares, by_question = _unsigned(own, sizes)
        is_equal = np.abs(own).max(axis=1) < TIE  # but for rounding
        step = max(1, CACHED // len(own))
        for part in (slice(begin, begin + step) for begin in range(0, signs.shape[1], step)):
            signed = (
                sums[at + 1 :, part] - sums[at, part],
                by_size[at + 1 :, part] - by_size[at, part],
                cubes[:, part],
            )
            found = statistic(*moments(signed, squares[:, None], by_question[:, None], sizes))
            found[is_equal] = 0.0
            yield at, part, found


def _unsigned(totals: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The sums that no sign changes, for `moments`, each of shape (variations,)."""
    return (totals**2).sum(axis=1), (totals**2 / sizes).sum(axis=1)


def _summed(values: np.ndarray, of: np.ndarray) -> np.ndarray:
    """Of each row, the sum of the values of each cluster."""
    found = np.zeros((len(values), int(of.max()) + 1))
    np.add.at(found.T, of, values.T)
    return found


def sign_patterns(clusters: int, variations: int) -> Iterator[np.ndarray]:
    """Blocks of sign patterns, of shape (clusters, patterns), the first of which is the observed one. All whose first
    sign is kept, the others being their opposites, or as many drawn ones as there is time for."""
    pairs = max(1, variations * (variations - 1) // 2)
    patterns = min(PATTERNS, max(FEWEST_PATTERNS, MOST // pairs))
    is_exact, random = 2 ** (clusters - 1) <= patterns, np.random.default_rng(0)
    if is_exact:
        yield np.concatenate([np.ones((1, 2 ** (clusters - 1))), all_sums(np.eye(clusters - 1))])
        return
    most = max(1, BLOCK // clusters)
    for begin in range(0, patterns, most):
        signs = 2.0 * random.integers(0, 2, (clusters, min(most, patterns - begin)), dtype=np.int8) - 1
        if not begin:
            signs[:, 0] = 1
        yield signs
