"""The headline metric, in [0, 1]: dumping everything does not raise it. See docs/scoring.md.

The rules judge the answer (eval/by_rule.py). Where its form does not decide, the record of answers like it does, or
gives the guess (eval/record/).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import ClassVar

from ragatta.eval.answers.number_rules import RULES
from ragatta.eval.answers.status import is_gold
from ragatta.eval.by_rule import by_rule
from ragatta.eval.matching.in_english import read
from ragatta.eval.metrics import DECIDED, IF_RIGHT, IF_WRONG, KEPT, RECORD_ERROR, SCORE, UNDECIDED_ANSWERS, Metric
from ragatta.eval.record.applied import ERROR, with_record
from ragatta.eval.record.classes import class_of
from ragatta.eval.record.table import Record, recorded
from ragatta.eval.scorers import Given, Scorer
from ragatta.eval.verdict import Verdict
from ragatta.pipeline.types import Answer, Question

UNDECIDED = "are undecided: their score is a guess, with the bounds score_if_wrong and score_if_right"


@dataclass(frozen=True)
class Score(Scorer):
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            SCORE,
            "the main metric, by kind of question: F1 of a list's items, a number or yes and no right or wrong, the "
            "weighted share of a text's words, the right outcome where no answer is expected",
            place=10,
            column="score",
            dropped=KEPT,
            headline=True,
            gate="mean",
        ),
        Metric(
            DECIDED,
            "share of the answers that their form or the record of answers like them decides, or a judge or person",
            applies_to="answers that came",
            better="neither",
            place=10,
            detail=True,
        ),
        Metric(
            RECORD_ERROR,
            "share of the recorded answers like the decided ones that people judge otherwise",
            applies_to="answers that are decided and like recorded ones",
            better="neither",
            place=10,
            detail=True,
        ),
        Metric(
            UNDECIDED_ANSWERS,
            "number of answers that neither their form nor the record of answers like them decides",
            better="neither",
            added="sum",
            place=10,
            detail=True,
        ),
        Metric(
            IF_WRONG,
            "the score if every undecided answer, and every one that did not come, were wrong",
            place=10,
            detail=True,
        ),
        Metric(
            IF_RIGHT,
            "the score if every undecided answer, and every one that did not come, were right",
            place=10,
            detail=True,
        ),
    )

    number_tolerance: float = 0.0  # a share of the expected number's size
    number_rules: Collection[str] = RULES
    error: float = ERROR  # the share of decided texts that people may judge otherwise

    def score(self, given: Given) -> dict[str, float | None]:
        """As Scorer says."""
        return verdict(given.question, given.answer, self.number_tolerance, self.number_rules, self.error).metrics()


def score(question: Question, answer: Answer, number_tolerance: float = 0.0) -> float:
    """The verdict's score alone."""
    return verdict(question, answer, number_tolerance).score


def verdict(
    question: Question,
    answer: Answer,
    number_tolerance: float = 0.0,
    number_rules: Collection[str] = RULES,
    error: float = ERROR,
    record: Record | None = None,
) -> Verdict:
    """For every question. `number_tolerance` is a share of the expected number's size, `error` the share of decided
    texts that people may judge otherwise; `record`: by default that which comes with Ragatta."""
    found = with_record(_ruled(question, answer, number_tolerance, number_rules), record or recorded(), error)
    return _unless_gold(found, question, answer)


def ruled(
    question: Question, answer: Answer, number_tolerance: float = 0.0, number_rules: Collection[str] = RULES
) -> Verdict:
    """The verdict of the rules alone, with the class of the answer."""
    return _unless_gold(_ruled(question, answer, number_tolerance, number_rules), question, answer)


def _ruled(question: Question, answer: Answer, number_tolerance: float, number_rules: Collection[str]) -> Verdict:
    asked, given = read(question, answer)
    found = by_rule(asked, given, number_tolerance, number_rules)
    return replace(found, group=class_of(asked, given, found))


def _unless_gold(found: Verdict, question: Question, answer: Answer) -> Verdict:
    """Right where the answer is the expected one itself, whatever else is said of it."""
    may_be = answer.status == "answered" and (found.score < 1 or found.undecided)
    return Verdict(1.0, "gold") if may_be and is_gold(answer.value or answer.text, question) else found
