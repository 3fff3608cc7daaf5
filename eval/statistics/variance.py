"""Splits the variance of scores: between the questions, and between the repeats of one question.

One-way random-effects analysis of variance, the question being the random effect (Searle, Casella and McCulloch 1992,
Variance Components, section 3.6; unbalanced designs included). A negative estimate is shown as 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ragatta.eval.statistics.question_means import Scores, question_means


@dataclass(frozen=True)
class Variance:
    """In squared units of the scores. `question`: the variance that infinitely many repeats would leave; `repeat`: None
    without repeats (then `question` includes both)."""

    question: float
    repeat: float | None


def variance(scores: Scores) -> Variance:
    """A single question shows `repeat` alone, and `question` is 0. Raises ValueError without scores."""
    means = question_means(scores)
    if not means:
        raise ValueError("no question has a score")
    groups = [np.array(scores[question], dtype=float) for question in means]
    counts = np.array([group.size for group in groups])
    total, questions = int(counts.sum()), len(groups)
    if total == questions:
        return Variance(float(np.var(list(means.values()), ddof=1)) if questions > 1 else 0.0, None)
    within = sum(float(((group - group.mean()) ** 2).sum()) for group in groups) / (total - questions)
    if questions == 1:
        return Variance(0.0, within)
    grand = np.concatenate(groups).mean()
    between = float((counts * (np.array(list(means.values())) - grand) ** 2).sum()) / (questions - 1)
    repeats = (total - float((counts**2).sum()) / total) / (questions - 1)
    return Variance(max(0.0, (between - within) / repeats), within)
