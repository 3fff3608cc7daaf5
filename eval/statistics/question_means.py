"""The unit of all statistics is the question: its repeats are averaged first.

Repeats of one question say nothing new about other questions. Taking each as an observation of its own would make
every interval too narrow (Miller 2024, "Adding Error Bars to Evals", arXiv:2411.00640, section 2.2: clustered errors).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

Scores = Mapping[str, Sequence[float]]  # question id: the scores of its repeats


def question_means(scores: Scores) -> dict[str, float]:
    """The mean of each question's repeats, in the order given; a question without any score is left out.

    Raises ValueError for a score that is not a finite number, naming its question.
    """
    for question, values in scores.items():
        if not all(map(math.isfinite, values)):
            raise ValueError(f"question {question}: {list(values)} holds a score that is not a finite number")
    return {question: math.fsum(values) / len(values) for question, values in scores.items() if len(values)}


def paired(ours: Scores, baseline: Scores) -> tuple[list[str], np.ndarray, np.ndarray]:
    """The questions in common, in our order, and their means on both sides, each of shape (questions,).

    Raises ValueError if there is none.
    """
    mine, theirs = question_means(ours), question_means(baseline)
    common = [question for question in mine if question in theirs]
    if not common:
        raise ValueError(
            f"no question in common: {len(mine)} on one side and {len(theirs)} on the other have a score, none on both"
        )
    return common, np.array([mine[q] for q in common]), np.array([theirs[q] for q in common])
