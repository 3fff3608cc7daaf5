"""A kind of parts: the replies of a script that stands in for a model (llm=scripted), one a task, by the task's name.

Who asks a task has the reply to it beside it. A module has a function `reply(task, instructions)`, which returns the
fields of the reply, or for a conversation `turn(request, instructions)`: the text and the tool calls of its next turn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from ragatta.pipeline.plugins.registry import Kind
from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.types import Question

REPLIES = Kind("scripted_replies")


@dataclass(frozen=True)
class ScriptedAnswer(ABC):
    """The contents of an answer; empty if there is none to give."""

    lines: tuple[str, ...] = ()  # the items of a list, the parts of an answer, or its one statement
    listed: bool = False

    @abstractmethod
    def written(self, mark: str, style: str) -> str:
        """Its text, with the mark of its source."""

    @abstractmethod
    def fields(self, mark: str, style: str) -> dict[str, Any]:
        """The fields that every written answer has."""

    def apart(self) -> list[Self]:
        """Each line as an answer of its own."""
        return [type(self)((line,)) for line in self.lines]


@dataclass(frozen=True)
class Instructions(ABC):
    """The inputs of a reply: the gold, the style, and whether the answer should be right."""

    gold: Mapping[str, Question]
    style: str
    right: bool

    @abstractmethod
    def answer_to(self, question: str) -> ScriptedAnswer:
        """The gold answer, or a wrong one. A question that is not in the gold gets none."""

    @abstractmethod
    def documents_of(self, question: str, named: Sequence[str]) -> list[str]:
        """The named documents that contain the gold evidence."""

    @abstractmethod
    def source_of(self, question: str, passages: Sequence[Passage]) -> int:
        """The number of a passage from a document with gold evidence, else the first; 0 without passages."""
