"""What an answer says in the end: its text without the marks of citation, its one number, its yes or no."""

from __future__ import annotations

import re

from eval.numbers import Number, numbers
from pipeline.types import Answer, Question

_CITATION = re.compile(r"\s*\[\s*(?:sources?\s*)?\d+(?:\s*[,;]\s*(?:sources?\s*)?\d+)*\s*\]", re.IGNORECASE)
_PAGE_REFERENCE = re.compile(r"\b(?:pages?|pp?\.)\s*\d+(?:\s*[-\u2013,]\s*\d+)*", re.IGNORECASE)
_YES_NO = re.compile(r"\W*(yes|no)\b", re.IGNORECASE)


def without_citations(text: str) -> str:
    """The text without marks such as [Source 2] or [3, 4]."""
    return _CITATION.sub("", text)


def whole_answer(answer: Answer) -> str:
    """All that an answer claims: its text, its items and its value, a line each."""
    return "\n".join([without_citations(answer.text), *map(without_citations, answer.items), answer.value])


def final_number(answer: Answer) -> Number | None:
    """The last number of `value`; without one there, the last of the text that is no citation or page
    reference."""
    text = without_citations(answer.text)
    for place in (answer.value, _PAGE_REFERENCE.sub("", text), text):
        if found := numbers(place):
            return found[-1]
    return None


def final_yes_no(answer: Answer) -> str:
    """ "yes" or "no", with which `value` or else the text begins; empty if neither does."""
    match = _YES_NO.match(answer.value) or _YES_NO.match(answer.text)
    return match[1].lower() if match else ""


def accepted(question: Question) -> tuple[str, ...]:
    """All that a question with one expected answer takes for right."""
    return (str(question.expected), *question.also_accepted)
