"""The share of gold evidence in the answering context. It measures retrieval, not wording.

In single_pass it does not depend on the model; in other architectures a model chooses documents or writes queries. The
evidence of a list is its expected items, on any of the evidence's pages; that of other questions is each quote on its
pages, or the value if there is no quote. Evidence counts if one continuous part of the context, or one table chunk,
contains it completely (eval/matching/shown.py); a quote of several words counts on any page with the same words.
Evidence that is not on its pages counts as not reached. See docs/scoring.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.matching.shown import reached
from ragatta.eval.metrics import KEPT, RETRIEVAL, Metric
from ragatta.eval.scorers import Given, Scorer
from ragatta.eval.trace import context_is_known
from ragatta.pipeline.types import Answer, Question


@dataclass(frozen=True)
class EvidenceRecall(Scorer):
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            RETRIEVAL,
            "share of the gold evidence that the answering agent was shown",
            applies_to="questions with evidence",
            place=40,
            column="evidence recall",
            dropped=KEPT,
            headline=True,
            gate="mean",
        ),
    )

    def score(self, given: Given) -> dict[str, float | None]:
        """As Scorer says."""
        return {RETRIEVAL: score(given.question, given.answer, given.pages)}


def score(question: Question, answer: Answer, corpus: Corpus) -> float | None:
    """In [0, 1]; None for a question without evidence, or whose evidence is pages alone, and where it is not known what
    the answer was written from. Raises ValueError if the
    context was not split from these pages."""
    if not question.evidence or not context_is_known(answer):
        return None
    found = [there for _, there in reached(question, answer, corpus)]
    return sum(found) / len(found) if found else None
