"""Reads the final statements of an answer (its number, its yes or no, all its claims), and the right ones for its
question."""

from __future__ import annotations

from collections.abc import Collection

from ragatta.eval.answers.citations import without_citations
from ragatta.eval.answers.final_number import final_figure
from ragatta.eval.answers.number_rules import RULES, rule_of
from ragatta.eval.answers.patterns import any_of
from ragatta.eval.answers.plain import plain_lines, sentences
from ragatta.eval.answers.stance import DECLINES
from ragatta.eval.answers.worded import in_digits
from ragatta.eval.answers.yes_no import yes_or_no
from ragatta.eval.numbers import Number, stated_numbers
from ragatta.pipeline.text.words import terms
from ragatta.pipeline.types import Answer, Question

_NONE = any_of(r"no", r"none", r"zero", r"nobody", r"not any", r"never")  # what says 0 without a figure
_NOTHING_KNOWN = any_of(
    r"(?:no|none of (?:the|these|those|its)|not any) (?:[\w-]+ )?(?P<what>tables?|figures?|information|data|details?"
    r"|documents?|pages?|sections?|sources?|passages?|texts?|answers?|numbers?|lists?|records? of)",
)  # fmt: skip
BARE = 3  # words: so short a sentence need not repeat the question


def whole_answer(answer: Answer) -> str:
    """Everything that an answer claims: its text, items and value, one per line, and those of its sub-answers."""
    own = [without_citations(answer.text), *map(without_citations, answer.items), answer.value]
    return "\n".join([*own, *map(whole_answer, answer.sub_answers)])


def number_rule(
    asked: str, right: list[Number], answer: Answer, tolerance: float = 0.0, rules: Collection[str] = RULES
) -> str:
    """The rule by which the answer's figure equals one of the `right` numbers: "exact", one of `RULES`, or "" if not.
    The figure is that of `value`, else of the text. `tolerance` is relative to the right number."""
    for text in (answer.value.rpartition("=")[2], answer.text):
        figure = final_figure(text, asked, right)
        if figure or stated_numbers(in_digits(without_citations(text))):
            if not figure or figure.is_asked:
                break
            found = [rule_of(figure, number, asked, tolerance, rules) for number in right]
            return next(filter(None, found), "")
    is_none = any(not one.value for one in right) and _says_none(answer.value or answer.text, asked)
    return "exact" if is_none else ""


def _says_none(text: str, asked: str) -> bool:
    """Whether a text says that there is nothing of the kind asked for: "No claims were filed", not "no table of
    claims"."""
    words, unknown = set(terms(asked)), _NOTHING_KNOWN.search(text)
    if DECLINES.search(text) or (unknown and not words & set(terms(unknown["what"]))):
        return False
    said = [one for line in plain_lines(text) for one in sentences(line.text) if _NONE.search(one)]
    return any(len(one.split()) <= BARE or words & set(terms(one)) for one in said)


def final_yes_no(answer: Answer, asked: str = "") -> str:
    """ "yes" or "no" from `value`, else from the text; empty if neither says it."""
    return yes_or_no(answer.value) or yes_or_no(answer.text, asked)


def expected_items(question: Question) -> tuple[str, ...]:
    """The expected items of a list question; none for a question with one answer, or with one per sub-question."""
    listed = isinstance(question.expected, tuple) and not question.sub_questions
    return tuple(question.expected) if listed else ()


def right_numbers(question: Question) -> list[Number]:
    """The numbers that are right for a number question."""
    return [number for text in accepted(question) for number in stated_numbers(in_digits(text))]


def accepted(question: Question) -> tuple[str, ...]:
    """All right answers to a question with one expected answer."""
    return (str(question.expected), *question.also_accepted)
