"""The verdict on one answer: its score, what decided it, and the record behind that."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ragatta.eval.by_person import ByPerson
from ragatta.eval.metrics import DECIDED, IF_RIGHT, IF_WRONG, RECORD_ERROR, SCORE, UNDECIDED_ANSWERS

NOT_ANSWERED = "not answered"  # the rule of an answer that did not come (pipeline/llm/failure_kinds.py)
OUTCOMES = {"unanswerable": "no_information", "unsafe": "refused", "clarify": "clarify"}  # right, by kind of question

Way = Literal["form", "record", "guess"]


@dataclass(frozen=True)
class ClassRecord:
    """How people judged the recorded answers of one class (eval/record/classes.py).

    `as_rule` of the `answers` were judged as the rule judges them, `right` of them right; they answer `questions`
    questions. `decides_from` is the smallest `scoring.error` at which the class decides, infinity if none.
    """

    name: str
    answers: int
    questions: int
    right: int
    as_rule: int
    decides_from: float

    @property
    def error(self) -> float:
        """The share of answers that people judged otherwise than the rule."""
        return 1 - self.as_rule / self.answers

    @property
    def share_right(self) -> float:
        """The share of answers that people judged right."""
        return self.right / self.answers


@dataclass(frozen=True)
class Verdict:
    """A score in [0, 1], and the rule that made it. `undecided` says why the score is a guess, "" where it is decided.
    The score of an answer that did not come counts as 0, and is open without being a guess. `by_person`: whose score it
    is, where it is no rule's. `group` names the answer's class, `record` is how people judged that class, or the
    smallest group with enough answers that it belongs to; None where no such answers are recorded, and for the verdict
    of a person or a judge."""

    score: float
    rule: str
    undecided: str = ""
    by_person: ByPerson | None = None
    group: str = field(default="", compare=False)
    record: ClassRecord | None = field(default=None, compare=False)

    @property
    def way(self) -> Way:
        """Whether the form of the answer decides, or the record of its class, or nothing does; of a rule's verdict."""
        if self.undecided:
            return "guess"
        return "record" if is_text(self.group) else "form"

    def metrics(self) -> dict[str, float | None]:
        """The score, whether it is undecided, what it would be if a guess were wrong, and right, and of what a rule
        decided how often people judge answers like it otherwise."""
        is_open = bool(self.undecided) or self.rule == NOT_ANSWERED
        return {
            SCORE: self.score,
            DECIDED: None if self.rule == NOT_ANSWERED else float(not self.undecided),
            RECORD_ERROR: self.record.error if self.record and not self.undecided else None,
            UNDECIDED_ANSWERS: float(bool(self.undecided)),
            IF_WRONG: 0.0 if is_open else self.score,
            IF_RIGHT: 1.0 if is_open else self.score,
        }


TEXT = "text: "  # begins the names of the classes that only a record can decide


def is_text(group: str) -> bool:
    """Whether a class is one of texts, which no form decides."""
    return group.startswith(TEXT)
