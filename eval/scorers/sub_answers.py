"""The mean score over a question's expected parts, each matched with one claim of the answer. Further claims cost
nothing here, only in `score`. Source: docs/scoring.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from ragatta.eval.matching.in_english import read
from ragatta.eval.metrics import Metric
from ragatta.eval.scorers import Given, Scorer
from ragatta.eval.sub_answers import judge, part_score
from ragatta.pipeline.types import Answer, Question


@dataclass(frozen=True)
class SubAnswers(Scorer):
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            "sub_answers",
            "mean score of the parts of a question, without the cost of further claims",
            applies_to="questions with sub-questions",
            kinds=("multi", "compare"),
            place=100,
        ),
    )

    number_tolerance: float = 0.0  # a share of a number's size

    def score(self, given: Given) -> dict[str, float | None]:
        """As Scorer says."""
        return {"sub_answers": score(given.question, given.answer, self.number_tolerance)}


def score(question: Question, answer: Answer, number_tolerance: float = 0.0) -> float | None:
    """In [0, 1]; None for a question without sub-questions. `number_tolerance` is a share of a number's size."""
    if not question.sub_questions:
        return None
    question, answer = read(question, answer)
    return judge(question, answer, partial(part_score, tolerance=number_tolerance)).recall
