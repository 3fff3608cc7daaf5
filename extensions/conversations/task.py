"""What a model can be asked about a question in a conversation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import Field, field_validator

from ragatta.pipeline.tasks.base import Reply, Task
from ragatta.pipeline.types import Exchange


class Standalone(Reply):
    standalone: str = Field(min_length=1, description="the question in words that need no turn before it")

    @field_validator("standalone")
    @classmethod
    def _not_blank(cls, standalone: str) -> str:
        if not standalone.strip():
            raise ValueError("is blank")
        return standalone


@dataclass(frozen=True)
class StandAlone(Task):
    name: ClassVar[str] = "stand_alone"
    question: str
    turns: tuple[Exchange, ...]  # before it, the oldest first
