"""Reads the final statements of an answer (its number, its yes or no, all its claims), and the right ones for its
question."""

from __future__ import annotations

import re
from collections.abc import Collection

from ragatta.eval.answers.citations import without_citations
from ragatta.eval.answers.final_number import Reading, read_number
from ragatta.eval.answers.number_rules import RULES
from ragatta.eval.answers.plain import plain_sentences
from ragatta.eval.answers.stance import DECLINES, any_of
from ragatta.eval.answers.worded import in_digits
from ragatta.eval.answers.yes_no import yes_or_no
from ragatta.eval.matching.numbers import Number, stated_numbers
from ragatta.pipeline.text.words import terms
from ragatta.pipeline.types import Answer, Question

_NONE = any_of(r"no", r"none", r"zero", r"nobody", r"not any", r"never")  # what says 0 without a figure
_NOTHING_KNOWN = any_of(
    r"(?:no|none of (?:the|these|those|its)|not any) (?:[\w-]+ )?(?P<what>tables?|figures?|information|data|details?"
    r"|documents?|pages?|sections?|sources?|passages?|texts?|answers?|numbers?|lists?|records? of)",
)  # fmt: skip
_LOSS = re.compile(r"\A\((?P<figure>(?:US\$|[$€£¥])?\s?\d[\d,]*(?:\.\d+)?)\)\Z")  # as accountants write it
BARE = 3  # words: so short a sentence need not repeat the question


def whole_answer(answer: Answer) -> str:
    """Everything that an answer claims: its text, items and value, one per line, and those of its sub-answers."""
    own = [without_citations(answer.text), *map(without_citations, answer.items), answer.value]
    return "\n".join([*own, *map(whole_answer, answer.sub_answers)])


def read_number_of(
    asked: str, right: list[Number], answer: Answer, tolerance: float = 0.0, rules: Collection[str] = RULES
) -> Reading:
    """How the answer gives one of the `right` numbers: in `value` if that has a figure, else in its text. `tolerance`
    is relative to the right number."""
    for text in (answer.value.rpartition("=")[2], answer.text):
        if reading := read_number(text, asked, right, tolerance, rules):
            return reading
        if stated_numbers(in_digits(without_citations(text))):
            break
    is_none = any(not one.value for one in right) and _says_none(answer.value or answer.text, asked)
    is_short = len((answer.value or answer.text).split()) <= BARE
    return Reading("exact", "" if is_short else "it says none in words") if is_none else Reading("")


def number_rule(
    asked: str, right: list[Number], answer: Answer, tolerance: float = 0.0, rules: Collection[str] = RULES
) -> str:
    """The rule by which the answer's figure equals one of the `right` numbers: "exact", one of `RULES`, or "" if
    not."""
    return read_number_of(asked, right, answer, tolerance, rules).rule


def _says_none(text: str, asked: str) -> bool:
    """Whether a text says that there is nothing of the kind asked for: "No claims were filed", not "no table of
    claims"."""
    words, unknown = set(terms(asked)), _NOTHING_KNOWN.search(text)
    if DECLINES.search(text) or (unknown and not words & set(terms(unknown["what"]))):
        return False
    denials = [one for one in plain_sentences(text) if _NONE.search(one)]
    return any(not words or len(one.split()) <= BARE or words & set(terms(one)) for one in denials)


def final_yes_no(answer: Answer, asked: str = "") -> str:
    """ "yes" or "no" from `value`, else from the text; empty if neither says it."""
    return yes_or_no(answer.value) or yes_or_no(answer.text, asked)


def expected_items(question: Question) -> tuple[str, ...]:
    """The expected items of a list question; none for a question with one answer, or with one per sub-question."""
    listed = isinstance(question.expected, tuple) and not question.sub_questions
    return tuple(question.expected) if listed else ()


def right_numbers(question: Question) -> list[Number]:
    """The numbers that are right for a number question."""
    texts = (_LOSS.sub(r"-\g<figure>", text.strip()) for text in accepted(question))
    return [number for text in texts for number in stated_numbers(in_digits(text))]


def accepted(question: Question) -> tuple[str, ...]:
    """All right answers to a question with one expected answer."""
    return (str(question.expected), *question.also_accepted)
