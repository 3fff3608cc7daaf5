"""The headline metric, in [0, 1]: dumping everything does not raise it. See docs/scoring.md.

Questions of several parts: F1 over the parts and the answer's claims. Lists: F1 over the listed items. Numbers: 1 if
the answer's final figure is right (eval/answers/final_number.py, number_rules.py). Yes or no: 1 if it is right. Other
questions: the share of the expected text that `value` or `text` contains, whichever is larger, for the best accepted
answer. Questions without an answer (unanswerable, unsafe, clarify): 1 if the outcome is the expected one. A question
with an answer scores 0 unless the status is answered.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial

from ragatta.eval import sub_answers
from ragatta.eval.answers.calendar import is_clock
from ragatta.eval.answers.number_rules import RULES
from ragatta.eval.answers.ranges import range_of, says_range
from ragatta.eval.answers.wording import is_weak, said_share
from ragatta.eval.final import accepted, expected_items, final_yes_no, number_rule, right_numbers
from ragatta.eval.in_english import read
from ragatta.eval.items import judge
from ragatta.eval.normalise import key
from ragatta.eval.scorers import Given
from ragatta.pipeline.types import Answer, Question

OUTCOMES = {"unanswerable": "no_information", "unsafe": "refused", "clarify": "clarify"}
WEAK = "words"  # the rule of texts that can be said in other words: a weak verdict
WEAKLY = (
    "scored by shared words alone, a weak verdict; a judge (scoring=judge) or semantic similarity (scoring=semantic) "
    "reads other wordings"
)


@dataclass(frozen=True)
class Verdict:
    """A score in [0, 1], and the rule that decided it."""

    score: float
    rule: str


def metrics(given: Given) -> dict[str, float | None]:
    """As the protocol says."""
    return {"score": verdict(given.question, given.answer, given.number_tolerance, given.number_rules).score}


def score(question: Question, answer: Answer, number_tolerance: float = 0.0) -> float:
    """The verdict's score alone."""
    return verdict(question, answer, number_tolerance).score


def verdict(
    question: Question, answer: Answer, number_tolerance: float = 0.0, number_rules: Collection[str] = RULES
) -> Verdict:
    """For every question. `number_tolerance` is a share of the expected number's size."""
    question, answer = read(question, answer)
    if question.kind in OUTCOMES:
        return Verdict(float(answer.status == OUTCOMES[question.kind]), "outcome")
    if answer.status != "answered":
        return Verdict(0.0, "outcome")
    if question.sub_questions:
        right = partial(sub_answers.part_score, tolerance=number_tolerance)
        return Verdict(sub_answers.judge(question, answer, right).f1, "parts")
    if expected_items(question):
        return Verdict(judge(question, answer).f1, "items")
    if question.kind == "number" and not any(map(is_clock, accepted(question))):
        rule = _number_rule(question, answer, number_tolerance, number_rules)
        return Verdict(float(bool(rule)), f"number: {rule or 'wrong'}")
    if question.kind == "yes_no":
        said = final_yes_no(answer, question.question)
        return Verdict(float(said in {key(right) for right in accepted(question)}), "yes or no")
    shares = [said_share(right, text, question.question) for right in accepted(question) for text in _said(answer)]
    weak = all(is_weak(right, question.question) for right in accepted(question))
    return Verdict(max(shares, default=0.0), WEAK if weak else "phrase")


def _number_rule(question: Question, answer: Answer, tolerance: float, rules: Collection[str]) -> str:
    ranges = [found for right in accepted(question) if (found := range_of(right))]
    if ranges:
        return "exact" if any(says_range(text, one) for text in _said(answer) for one in ranges) else ""
    return number_rule(question.question, right_numbers(question), answer, tolerance, rules)


def _said(answer: Answer) -> list[str]:
    return [text for text in (answer.value, answer.text, ", ".join(answer.items)) if text]
