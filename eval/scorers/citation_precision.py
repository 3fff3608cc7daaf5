"""The share of an answer's citations that touch a page of the gold evidence. See docs/scoring.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.eval.matching.evidence import gold_pages, touched
from ragatta.eval.metrics import Metric
from ragatta.eval.scorers import Given, Scorer
from ragatta.pipeline.types import Answer, Question


@dataclass(frozen=True)
class CitationPrecision(Scorer):
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            "citation_precision",
            "share of the citations that touch a page of the evidence",
            applies_to="questions with evidence, answers that cite",
            place=80,
            printed=20,
            gate="mean",
        ),
    )

    def score(self, given: Given) -> dict[str, float | None]:
        """As Scorer says."""
        return {"citation_precision": score(given.question, given.answer)}


def score(question: Question, answer: Answer) -> float | None:
    """In [0, 1]; None for a question without evidence, and for an answer without citations (0 if it failed)."""
    gold = gold_pages(question)
    if not gold:
        return None
    if answer.status == "failed":
        return 0.0
    if not answer.citations:
        return None
    return sum(bool(touched(gold, [citation])) for citation in answer.citations) / len(answer.citations)
