"""The turn before, with its answer, in front of the question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.extensions.conversations.history import History, in_lines
from ragatta.pipeline.agents.toolbox import Ask
from ragatta.pipeline.types import AskedQuestion


@dataclass(frozen=True)
class Last(History):
    """As the module says."""

    HELPS: ClassVar[tuple[str, ...]] = ("history",)

    def alone(self, asked: AskedQuestion, ask: Ask) -> str:  # noqa: ARG002
        """As History says."""
        return in_lines(asked.turns[-1:], asked.question)
