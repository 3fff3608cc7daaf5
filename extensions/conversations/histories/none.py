"""The question alone, as the user says it: the floor. A system outside is given the turns as they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ragatta.extensions.conversations.history import History
from ragatta.pipeline.agents.toolbox import Ask
from ragatta.pipeline.types import AskedQuestion


@dataclass(frozen=True)
class NoHistory(History):
    """As the module says."""

    def alone(self, asked: AskedQuestion, ask: Ask) -> str:  # noqa: ARG002
        """As History says."""
        return asked.question

    @property
    def identity(self) -> dict[str, Any]:
        """`changes` has nothing to change."""
        return {name: value for name, value in super().identity.items() if name != "changes"}
