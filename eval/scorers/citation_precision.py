"""The share of an answer's citations that touch a page of the gold evidence. Source: design section 8."""

from __future__ import annotations

from pipeline.types import Answer, Question


def score(question: Question, answer: Answer) -> float | None:
    """None for a question without evidence, and for an answer that cites nothing (0 if it failed)."""
    gold = {(evidence.file, page) for evidence in question.evidence for page in evidence.pages}
    if not gold:
        return None
    if answer.status == "failed":
        return 0.0
    if not answer.citations:
        return None
    right = [
        any(f == c.source_file and c.first_page <= page <= c.last_page for f, page in gold) for c in answer.citations
    ]
    return sum(right) / len(right)
