"""The share of gold evidence pages that a chunk of the answering context touches. Source: design section 8.

Every page that the evidence names counts, each (file, page) once.
"""

from __future__ import annotations

from pipeline.types import Answer, Question


def score(question: Question, answer: Answer) -> float | None:
    """None for a question without evidence."""
    gold = {(evidence.file, page) for evidence in question.evidence for page in evidence.pages}
    if not gold:
        return None
    if answer.status == "failed":
        return 0.0
    spans = {(chunk.source_file, chunk.first_page, chunk.last_page) for chunk in answer.context}
    touched = {(file, page) for file, page in gold if any(f == file and a <= page <= b for f, a, b in spans)}
    return len(touched) / len(gold)
