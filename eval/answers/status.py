"""The outcome of an answer whose author names none: by its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragatta.eval.answers.stance import declines
from ragatta.eval.foreign import language_of
from ragatta.eval.in_english import in_english
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.types import Question, Status


def status_of(text: str, kind: str, language: str = ENGLISH) -> Status:
    """What a text in that language comes to as an answer to a question of that kind. Words cannot tell a refusal from a
    lack of information: where one is expected, a text that declines is that one; and a question back clarifies where
    that is expected."""
    text = in_english(text, language)
    if kind == "clarify" and text.rstrip().endswith("?"):
        return "clarify"
    if not declines(text):
        return "answered"
    return "refused" if kind == "unsafe" else "no_information"


def with_status(record: Mapping[str, Any], question: Question) -> Mapping[str, Any]:
    """An answer's record, with the outcome that its words say where a system outside names none."""
    named = all(step["details"].get("status") != "inferred" for step in record["steps"])
    if named or record["status"] != "answered" or record["items"]:
        return record
    return {**record, "status": status_of(record["text"], question.kind, language_of(question))}
