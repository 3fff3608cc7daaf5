"""What an oracle gains: the mean difference of the scores with and without it, weighted to all questions of the run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ragatta.eval.statistics import Clusters, Scores, question_means
from ragatta.eval.statistics.clusters import numbered, sums
from ragatta.eval.statistics.permutation import SignFlips
from ragatta.experiments.diagnosing.asked_again import AskedAgain
from ragatta.experiments.showing.cells import number

WORDS = {  # what an oracle makes perfect, and how that is said
    "documents": ("routing", "choosing the right documents"),
    "passages": ("retrieval", "finding the right passages"),
    "context": ("context", "showing the evidence and nothing else"),
}
ORDER = tuple(WORDS)  # of the pipeline


@dataclass(frozen=True)
class Gain:
    """Per question of the run, with its 95% interval, corrected for `tests` oracles."""

    mean: float
    low: float
    high: float

    @property
    def is_shown(self) -> bool:
        return self.low > 0

    @property
    def words(self) -> str:
        return f"{number(self.mean)} ({number(self.low)} to {number(self.high)})"


def gain(base: Scores, with_it: Scores, asked: AskedAgain, clusters: Clusters, tests: int = 1) -> Gain:
    """Paired over the questions that were asked again; those that no oracle mends count as 0. Raises ValueError where
    none is scored on both sides."""
    before, after = question_means(base), question_means(with_it)
    common = [name for name in asked.weights if name in before and name in after]
    if not common:
        raise ValueError("no question was asked with and without the oracle")
    weights = np.array([asked.weights[name] for name in common])
    differences = np.array([after[name] - before[name] for name in common])
    of = numbered(common, clusters)
    flips = SignFlips(sums(weights * differences, of), sums(weights, of))
    low, high = flips.interval(0.05 / tests)
    share = float(weights.sum()) / asked.questions
    return Gain(share * flips.mean, share * max(low, -1.0), share * min(high, 1.0))


def sentence(alone: Mapping[str, Gain], worth: float) -> str:
    """The stage that matters most, and what better work at the others brings at most."""
    best = max(alone, key=lambda name: alone[name].mean)
    if not alone[best].is_shown or alone[best].mean < worth:
        most = max(one.high for one in alone.values())
        return f"No stage stands out: perfect work at any one of them would raise the score by at most {number(most)}."
    stage, action = WORDS[best]
    others = [
        f"better {WORDS[name][0]} by {number(one.mean) if one.is_shown else f'at most {number(one.high)}'}"
        for name, one in alone.items()
        if name != best
    ]
    also = f"; {', '.join(others)}" if others else ""
    return f"{stage.capitalize()} first: {action} would raise the score by {alone[best].words}{also}."


def stacked(names: Sequence[str]) -> list[str]:
    """documents, documents+passages, documents+passages+context"""
    return ["+".join(names[: number + 1]) for number in range(len(names))]
