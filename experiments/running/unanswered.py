"""What a run still has to ask: in the gold's order, one sample of all questions after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ragatta.experiments.composing.config import Point
from ragatta.experiments.resources.journal import Journal, Key
from ragatta.pipeline.plugins.identity import question_key
from ragatta.pipeline.types import Question


def unanswered(
    point: Point, questions: Sequence[Question], journal: Journal, again: bool = False
) -> dict[Key, Question]:
    """What is not in the journal, or with `again` everything."""
    keyed = {question_key(question.asked()): question for question in questions}
    return {
        (key, sample): question
        for sample in point.config.samples
        for key, question in keyed.items()
        if again or not journal.finished((key, sample), point.config.retry_failed)
    }


def keys_of(question: Question, samples: Iterable[int]) -> list[Key]:
    key = question_key(question.asked())
    return [(key, sample) for sample in samples]
