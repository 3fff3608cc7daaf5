"""The share of the expected answer that occurs anywhere in the answer. It rewards answers that dump everything. See
docs/scoring.md.

Several parts: the mean over the parts. Lists: the share of expected items that occur whole, not only within a longer
expected or accepted item. Numbers: 1 if the value occurs as a number. Yes or no: 1 if the answer begins with the right
word. Other questions: the share of the expected keywords. The best accepted answer counts; an unanswered question
scores 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import ClassVar

from ragatta.eval.answers.worded import in_digits
from ragatta.eval.final import accepted, expected_items, final_yes_no, right_numbers, whole_answer
from ragatta.eval.matching.in_english import read
from ragatta.eval.matching.keywords import keywords
from ragatta.eval.matching.normalise import Normal, key
from ragatta.eval.matching.numbers import Number, only_number, stated_numbers
from ragatta.eval.matching.phrases import find_items
from ragatta.eval.metrics import PARTIAL, Metric
from ragatta.eval.scorers import Given, Scorer
from ragatta.eval.sub_answers import stands
from ragatta.pipeline.types import Answer, Question


@dataclass(frozen=True)
class PartialMatch(Scorer):
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            PARTIAL,
            "share of the expected items found anywhere in the answer, which rewards an answer that dumps all",
            applies_to="questions with an expected answer",
            place=20,
            column="partial",
            dropped=70,
            printed=60,
            headline=True,
            gate="mean",
        ),
    )

    number_tolerance: float = 0.0  # a share of the expected number's size

    def score(self, given: Given) -> dict[str, float | None]:
        """As Scorer says."""
        return {PARTIAL: score(given.question, given.answer, self.number_tolerance)}


def score(question: Question, answer: Answer, number_tolerance: float = 0.0) -> float | None:
    """In [0, 1]; None for a question that expects no answer. `number_tolerance` is a share of the expected number's
    size."""
    question, answer = read(question, answer)
    if not question.expected:
        return None
    if answer.status != "answered":
        return 0.0
    text = whole_answer(answer)
    if question.sub_questions:
        return fmean(stands(part, text, number_tolerance) for part in question.expected)
    if items := expected_items(question):
        found = find_items(Normal(text), items, question.also_accepted)
        stated = stated_numbers(text)
        return sum(bool(places) or _is_among(item, stated) for item, places in found.items()) / len(found)
    if question.kind == "number":
        stated = stated_numbers(in_digits(text))
        return float(any(a.answered_by(b, number_tolerance) for a in right_numbers(question) for b in stated))
    if question.kind == "yes_no":
        return float(final_yes_no(answer, question.question) in {key(right) for right in accepted(question)})
    words = keywords(text)
    return max(_share(keywords(right), words) for right in accepted(question))


def _is_among(item: str, stated: Sequence[Number]) -> bool:
    """Whether the item is a number that one of these states, possibly as the bare figure in a scale."""
    number = only_number(item)
    return number is not None and any(number.answered_by(other) for other in stated)


def _share(expected: frozenset[str], words: frozenset[str]) -> float:
    return len(expected & words) / len(expected) if expected else 0.0
