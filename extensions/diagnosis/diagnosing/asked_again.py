"""Which questions are asked again: the lost ones, and as many of the right ones, since an oracle can hurt too."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from ragatta.eval.metrics import SCORE
from ragatta.eval.statistics import question_means
from ragatta.experiments.results.reading import RunResult
from ragatta.pipeline.types import Question

RIGHT = 1.0 - 1e-9  # a score from here on
LEAST = 60  # right questions: of few, each would stand for so many that one lost by chance hides a gain


@dataclass(frozen=True)
class AskedAgain:
    """`weights`: for how many questions of the run each one that is asked again stands."""

    weights: Mapping[str, float]
    lost: int
    right: int
    unmended: int  # lost questions without gold evidence, which no oracle mends

    @property
    def questions(self) -> int:
        return self.lost + self.right + self.unmended


def asked_again(run: RunResult, questions: Mapping[str, Question], seed: int = 0) -> AskedAgain:
    """Of the questions that a run answered; the right ones are drawn at random with `seed`: as many, but not fewer than
    LEAST."""
    means = question_means(run.only_came.scores(SCORE))
    lost = [name for name, mean in means.items() if mean < RIGHT]
    right = [name for name in means if name not in lost]
    mendable = [name for name in lost if questions[name].evidence]
    drawn = random.Random(seed).sample(right, min(len(right), max(len(mendable), LEAST)))
    weights = {**dict.fromkeys(mendable, 1.0), **{name: len(right) / len(drawn) for name in drawn}}
    return AskedAgain(weights, len(mendable), len(right), len(lost) - len(mendable))
