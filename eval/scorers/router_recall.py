"""The share of the evidence's files among the documents that the router chose. See docs/scoring.md.

The router's choice is `details["documents"]` of the stage named "router".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.eval.metrics import Metric
from ragatta.eval.scorers import Given, Scorer
from ragatta.pipeline.types import Answer, Question


@dataclass(frozen=True)
class RouterRecall(Scorer):
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            "router_recall",
            "share of the evidence's files among the documents that the router chose",
            applies_to="questions with evidence, architectures with a router",
            place=70,
            column="router",
            dropped=40,
        ),
    )

    def score(self, given: Given) -> dict[str, float | None]:
        """As Scorer says."""
        return {"router_recall": score(given.question, given.answer)}


def score(question: Question, answer: Answer) -> float | None:
    """In [0, 1]; None for a question without evidence, and for an answer without a recorded choice of a router (0 if
    the answer failed although there is a router)."""
    files = {evidence.file for evidence in question.evidence}
    routers = [step for step in answer.steps if step.name == "router"]
    if not files or not routers:
        return None
    if answer.status == "failed":
        return 0.0
    if not any("documents" in step.details for step in routers):
        return None
    chosen = {document for step in routers for document in step.details.get("documents", ())}
    return len(files & chosen) / len(files)
