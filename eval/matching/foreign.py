"""Gold questions in another language than English. An English one is a plain Question, so its digests do not depend on
the choice."""

from __future__ import annotations

from dataclasses import dataclass, fields

from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.types import Question


@dataclass(frozen=True, slots=True)
class ForeignQuestion(Question):
    """`language` is the code of the language that the question and its answers are in."""

    language: str = ENGLISH


def language_of(question: Question) -> str:
    return question.language if isinstance(question, ForeignQuestion) else ENGLISH


def in_language(question: Question, code: str) -> Question:
    """The question as one in the language with that code."""
    if code == language_of(question):
        return question
    stated = {field.name: getattr(question, field.name) for field in fields(Question)}
    return Question(**stated) if code == ENGLISH else ForeignQuestion(**stated, language=code)
