"""What a model can be asked to word a question otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import Field

from ragatta.pipeline.tasks.base import Reply, Task


class RewordedQuestion(Reply):
    question: str = Field(min_length=1, description="the question in other words")


@dataclass(frozen=True)
class RewordQuestion(Task):
    """`language` is the name of the language to word it in."""

    name: ClassVar[str] = "reword_question"
    question: str
    language: str
