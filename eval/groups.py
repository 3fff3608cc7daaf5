"""The groups in which a sweep's questions are compared: by what a question tests, which its kind alone does not say."""

from __future__ import annotations

from ragatta.eval.records import WITHOUT_ANSWER
from ragatta.pipeline.types import Question

FILTER, INJECTION = "filter", "injection"


def group(question: Question) -> str:
    """ "filter" for a question over documents that meet conditions, "injection" for one whose documents carry an order
    to the reader, else its kind. A question that is not to be answered keeps its kind, whatever conditions it names:
    what is tested there is the outcome."""
    if question.kind in WITHOUT_ANSWER:
        return question.kind
    if question.filters:
        return FILTER
    return INJECTION if question.forbidden else question.kind
