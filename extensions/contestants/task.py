"""What a system outside is asked: the question, in a request of its own form. Its reply is JSON of its own form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.pipeline.tasks.base import Task
from ragatta.pipeline.types import Exchange


@dataclass(frozen=True)
class AskSystem(Task):
    name: ClassVar[str] = "ask_system"
    question: str
    documents: tuple[str, ...] = ()  # that it is limited to
    turns: tuple[Exchange, ...] = ()  # before it
