"""The task of a conversation with tools. It answers in words and calls, so there is no reply type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.pipeline.tasks.base import Task


@dataclass(frozen=True)
class AnswerWithTools(Task):
    name: ClassVar[str] = "answer_with_tools"
    question: str
