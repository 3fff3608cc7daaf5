"""The share of gold evidence pages that a chunk of the answering context touches. See docs/scoring.md.

Every page that the evidence names counts, each (file, page) once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.eval.matching.evidence import gold_pages, touched
from ragatta.eval.metrics import Metric
from ragatta.eval.scorers import Given, Scorer
from ragatta.eval.trace import context_is_known
from ragatta.pipeline.types import Answer, Question


@dataclass(frozen=True)
class PageRecall(Scorer):
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            "page_recall",
            "share of the evidence's pages that a passage of the context touches",
            applies_to="questions with evidence",
            place=50,
            column="pages",
            dropped=20,
        ),
    )

    def score(self, given: Given) -> dict[str, float | None]:
        """As Scorer says."""
        return {"page_recall": score(given.question, given.answer)}


def score(question: Question, answer: Answer) -> float | None:
    """In [0, 1]; None for a question without evidence, and where it is not known what the answer was written from."""
    gold = gold_pages(question)
    if not gold or not context_is_known(answer):
        return None
    if answer.status == "failed":
        return 0.0
    return len(touched(gold, answer.context)) / len(gold)
