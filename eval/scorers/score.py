"""The headline: one number in [0, 1] that dumping everything cannot raise. Source: design section 8.

Questions of several parts: F1 over the parts and the answer's claims. Lists: F1 over the listed items. Numbers: 1 if
the one final value is right (several are wrong). Yes or no: 1 if it is right. Other questions: F1 over keywords, of
`value` or `text`, whichever is better, against the best accepted answer. Questions without an answer (unanswerable,
unsafe, clarify): 1 if that was the outcome. A question that has an answer scores 0 unless it is answered.
"""

from __future__ import annotations

from functools import partial

from eval import sub_answers
from eval.final import accepted, expected_items, final_number, final_yes_no, right_numbers, without_citations
from eval.items import judge
from eval.keywords import keyword_f1
from eval.normalise import key
from pipeline.types import Answer, Question

OUTCOMES = {"unanswerable": "no_information", "unsafe": "refused", "clarify": "clarify"}


def score(question: Question, answer: Answer, number_tolerance: float = 0.0) -> float:
    """In [0, 1], for every question. `number_tolerance` is a share of the expected number's size."""
    if question.kind in OUTCOMES:
        return float(answer.status == OUTCOMES[question.kind])
    if answer.status != "answered":
        return 0.0
    if question.sub_questions:
        return sub_answers.judge(question, answer, partial(sub_answers.part_score, tolerance=number_tolerance)).f1
    if expected_items(question):
        return judge(question, answer).f1
    if question.kind == "number":
        return _right_number(question, answer, number_tolerance)
    if question.kind == "yes_no":
        return float(final_yes_no(answer) in {key(right) for right in accepted(question)})
    given = [answer.value, without_citations(answer.text)]
    return max(keyword_f1(right, text) for right in accepted(question) for text in given)


def _right_number(question: Question, answer: Answer, tolerance: float) -> float:
    final = final_number(answer)
    return float(final is not None and any(right.answered_by(final, tolerance) for right in right_numbers(question)))
