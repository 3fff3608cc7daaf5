"""The outcome of an answer whose author names none: by its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragatta.eval.answers.stance import asks_back, declines
from ragatta.eval.matching.foreign import language_of
from ragatta.eval.matching.in_english import in_english
from ragatta.eval.matching.normalise import normalise
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.types import Answer, Question, Status

INFERRED = "inferred"  # the status in the details of a step that named no outcome


def status_of(text: str, kind: str, language: str = ENGLISH, question: str = "") -> Status:
    """What a text in that language comes to as an answer to such a question of that kind. Words cannot tell a refusal
    from a lack of information: where one is expected, a text that declines is that one; and what asks back clarifies
    where that is expected."""
    text, question = in_english(text, language), in_english(question, language)
    if kind == "clarify" and asks_back(text):
        return "clarify"
    if not declines(text, question):
        return "answered"
    return "refused" if kind == "unsafe" else "no_information"


def is_gold(text: str, question: Question) -> bool:
    """Whether a text is the right answer itself, up to its typesetting; of a list a line an item, with bullets or
    not."""
    if isinstance(question.expected, tuple):
        lines = [line.removeprefix("- ") for line in text.strip().splitlines()]
        return bool(lines) and [*map(normalise, lines)] == [*map(normalise, question.expected)]
    rights = {normalise(right) for right in (str(question.expected), *question.also_accepted)} - {""}
    return normalise(text) in rights


def outcome_of(text: str, question: Question) -> Status:
    """What a text comes to as an answer to the question; the right answer itself, such as "not available", answers."""
    if is_gold(text, question):
        return "answered"
    return status_of(text, question.kind, language_of(question), question.question)


def is_read_from_words(answer: Answer) -> bool:
    """Whether nobody named the outcome of the answer: it is what its words say."""
    return any(step.details.get("status") == INFERRED for step in answer.steps)


def with_status(record: Mapping[str, Any], question: Question) -> Mapping[str, Any]:
    """An answer's record, with the outcome that its words say where a system outside names none."""
    named = all(step["details"].get("status") != INFERRED for step in record["steps"])
    if named or record["status"] != "answered" or record["items"]:
        return record
    return {**record, "status": outcome_of(record["text"], question)}
