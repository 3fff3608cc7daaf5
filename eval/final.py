"""What an answer says in the end: its text without the marks of citation, its one number, its yes or no; and what its
question takes for right."""

from __future__ import annotations

import re

from eval.numbers import Number, stated_numbers
from pipeline.types import Answer, Question

_CITATION = re.compile(r"\s*\[\s*(?:sources?\s*)?\d+(?:\s*[,;]\s*(?:sources?\s*)?\d+)*\s*\]", re.IGNORECASE)
_DOCUMENT = re.compile(
    r"\s*\[[^\[\]\n]*(?:\[[^\[\]\n]*\][^\[\]\n]*)*\.pdf\]", re.IGNORECASE
)  # its name may hold brackets
_PAGE_REFERENCE = re.compile(r"\b(?:pages?|pp?\.)\s*\d+(?:\s*[-\u2013,]\s*\d+)*", re.IGNORECASE)
_YES_NO = re.compile(r"\W*(yes|no)\b", re.IGNORECASE)


def without_citations(text: str) -> str:
    """The text without marks such as [Source 2], [3, 4] or [folder/file.pdf]."""
    return _CITATION.sub("", _DOCUMENT.sub("", text))


def whole_answer(answer: Answer) -> str:
    """All that an answer claims: its text, its items and its value, a line each, and the same of its sub-answers."""
    own = [without_citations(answer.text), *map(without_citations, answer.items), answer.value]
    return "\n".join([*own, *map(whole_answer, answer.sub_answers)])


def final_number(answer: Answer) -> Number | None:
    """The one number of `value`, of "3 x 2 = 6" the 6 (none if there are several: one is asked for); without any
    there, the last of the text. Numbers of citations never count, those of page references only where there is
    no other."""
    if stated := _numbers_in(answer.value.rpartition("=")[2]):
        return stated[0] if len({number.canonical for number in stated}) == 1 else None
    said = _numbers_in(answer.text)
    return said[-1] if said else None


def _numbers_in(text: str) -> list[Number]:
    uncited = without_citations(text)
    return stated_numbers(_PAGE_REFERENCE.sub("", uncited)) or stated_numbers(uncited)


def final_yes_no(answer: Answer) -> str:
    """ "yes" or "no", with which `value` or else the text begins; empty if neither does."""
    match = _YES_NO.match(answer.value) or _YES_NO.match(answer.text)
    return match[1].lower() if match else ""


def expected_items(question: Question) -> tuple[str, ...]:
    """The items of the list that a question expects; none where it expects one answer, or one a sub-question."""
    listed = isinstance(question.expected, tuple) and not question.sub_questions
    return tuple(question.expected) if listed else ()


def right_numbers(question: Question) -> list[Number]:
    """The numbers that a number question takes for right."""
    return [number for text in accepted(question) for number in stated_numbers(text)]


def accepted(question: Question) -> tuple[str, ...]:
    """All that a question with one expected answer takes for right."""
    return (str(question.expected), *question.also_accepted)
