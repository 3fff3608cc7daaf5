"""What perfect work at a stage gains: the mean difference of two sets of scores, weighted to all of the questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ragatta.eval.statistics import Clusters, Scores, question_means
from ragatta.eval.statistics.clusters import numbered, sums
from ragatta.eval.statistics.permutation import SignFlips
from ragatta.experiments.results.cells import number
from ragatta.extensions.diagnosis.diagnosing.asked_again import AskedAgain


@dataclass(frozen=True)
class Gain:
    """Per question of the run, with its 95% interval, corrected for the number of stages. `questions` were asked again
    and answered on both sides."""

    mean: float
    low: float
    high: float
    questions: int = 0

    @property
    def is_shown(self) -> bool:
        return self.low > 0

    @property
    def words(self) -> str:
        bounds = f"{number(self.low)} to {number(self.high)}" if self.low > -1 or self.high < 1 else "no bounds"
        return f"{number(self.mean)} ({bounds})"


def gain(before: Scores, after: Scores, asked: AskedAgain, clusters: Clusters, tests: int = 1) -> Gain:
    """Paired over the questions that were asked again; those that no oracle mends count as 0. Raises ValueError where
    none is scored on both sides."""
    old, new = question_means(before), question_means(after)
    return weighted({name: new[name] - old[name] for name in old if name in new}, asked, clusters, tests)


def lasting_loss(first: Scores, second: Scores, asked: AskedAgain, clusters: Clusters, tests: int = 1) -> Gain:
    """What stays lost in two tries alike. A question that is lost by luck, in half of its tries, counts 0 in the mean:
    1 where both lose it, -1/2 where one does. Raises ValueError as `gain`."""
    one, other = question_means(first), question_means(second)
    lost = {name: (1 - one[name], 1 - other[name]) for name in one if name in other}
    return weighted(
        {name: min(both) - (max(both) - min(both)) / 2 for name, both in lost.items()}, asked, clusters, tests
    )


def weighted(values: Mapping[str, float], asked: AskedAgain, clusters: Clusters, tests: int = 1) -> Gain:
    """The mean of a value per question that was asked again, for all questions of the run. Those without a value, whose
    answers did not come, are taken to be like the others."""
    common = [name for name in asked.weights if name in values]
    if not common:
        raise ValueError("no question was asked with and without the oracle")
    weights = np.array([asked.weights[name] for name in common])
    of = numbered(common, clusters)
    flips = SignFlips(sums(weights * np.array([values[name] for name in common]), of), sums(weights, of))
    low, high = flips.interval(0.05 / tests)
    share = sum(asked.weights.values()) / asked.questions
    return Gain(share * flips.mean, share * max(low, -1.0), share * min(high, 1.0), len(common))
