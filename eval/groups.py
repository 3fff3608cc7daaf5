"""The groups in which a sweep's questions are compared, by what a question tests."""

from __future__ import annotations

from ragatta.eval.gold.records import WITHOUT_ANSWER
from ragatta.pipeline.types import Question

FILTER, INJECTION = "filter", "injection"


def group(question: Question) -> str:
    """ "filter" for a question over documents that meet conditions, "injection" for a question whose documents contain
    an order to the model, else the question's kind. A question without an answer keeps its kind even if it names
    conditions, because it tests the outcome."""
    if question.kind in WITHOUT_ANSWER:
        return question.kind
    if question.filters:
        return FILTER
    return INJECTION if question.forbidden else question.kind
