"""Finds gold answers that their evidence does not print."""

from __future__ import annotations

from ragatta.eval.matching.places import answer_places
from ragatta.pipeline.types import Page, Question

PRINTED = ("number", "text")  # kinds whose answer pages print, as a rule


def is_unprinted(question: Question) -> bool:
    """Whether no quote or value of the evidence prints the answer, in any of its wordings, line by line. Evidence may
    show an answer without printing it, such as figures that are added; a whole page says nothing of it."""
    marked = "\n".join(text for one in question.evidence for text in (one.quote, one.value) if text)
    if question.kind not in PRINTED or isinstance(question.expected, tuple) or not marked:
        return False
    page = {"": (Page("", 1, marked),)}
    wordings = (str(question.expected), *question.also_accepted)
    return not any(all(answer_places(line, page) for line in one.splitlines() if line.strip()) for one in wordings)
