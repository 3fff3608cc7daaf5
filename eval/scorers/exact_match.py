"""Whether the answer is right without anything else, as in SQuAD (Rajpurkar et al. 2016), after normalisation.

Questions with several parts: every part matches exactly, and there is no further claim. Lists: every expected item,
with at most a short bracket as explanation, and no wrong item. Numbers: the final value, without tolerance. Yes or no:
the right word. Other questions: `value` or `text` equals an accepted answer, letter for letter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.eval import sub_answers
from ragatta.eval.answers.citations import without_citations
from ragatta.eval.final import accepted, expected_items, final_yes_no, number_rule, right_numbers
from ragatta.eval.items import judge
from ragatta.eval.matching.in_english import read
from ragatta.eval.matching.normalise import key
from ragatta.eval.metrics import Metric
from ragatta.eval.scorers import Given, Scorer
from ragatta.pipeline.types import Answer, Question


@dataclass(frozen=True)
class ExactMatch(Scorer):
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            "exact_match",
            "exactly right: every item and no wrong one, the number, the text letter for letter",
            source="as in SQuAD: Rajpurkar et al. 2016",
            applies_to="questions with an expected answer",
            place=30,
            column="exact",
            dropped=30,
            printed=50,
            headline=True,
            gate="mean",
        ),
    )

    def score(self, given: Given) -> dict[str, float | None]:
        """As Scorer says."""
        return {"exact_match": score(given.question, given.answer)}


def score(question: Question, answer: Answer) -> float | None:
    """1 or 0; None for a question that expects no answer."""
    question, answer = read(question, answer, stemmed=False)
    if not question.expected:
        return None
    return float(answer.status == "answered" and _exact(question, answer))


def _exact(question: Question, answer: Answer) -> bool:
    if question.sub_questions:
        return sub_answers.judge(question, answer, sub_answers.part_exact).f1 == 1
    if expected_items(question):
        return judge(question, answer).exact
    if question.kind == "number":
        return bool(number_rule(question.question, right_numbers(question), answer, rules=("scale",)))
    right_keys = {key(right) for right in accepted(question)}
    if question.kind == "yes_no":
        return final_yes_no(answer, question.question) in right_keys
    return key(answer.value) in right_keys or key(without_citations(answer.text)) in right_keys
