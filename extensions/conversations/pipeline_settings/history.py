"""What a pipeline makes of the turns before a question."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragatta.extensions.conversations.histories.none import NoHistory
from ragatta.extensions.conversations.history import OWN, History
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.core_settings import CoreSettings
from ragatta.pipeline.types import AskedQuestion


@dataclass
class WithHistory(CoreSettings):
    """As the module says."""

    history: History = field(default_factory=NoHistory)

    def reads_turns(self) -> bool:
        """Whether anything is made of them."""
        return not isinstance(self.history, NoHistory)

    def in_conversation(self, asked: AskedQuestion, tools: Toolbox) -> tuple[AskedQuestion, Toolbox]:
        """As CoreSettings says."""
        asked, tools = super().in_conversation(asked, tools)
        return self.history.read(asked, tools) if self.reads_turns() else (asked, tools)

    def repeats_own_answers(self) -> bool:
        """As CoreSettings says."""
        return self.history.answers == OWN

    def modules(self) -> tuple[str, ...]:
        """As CoreSettings says, with the history's."""
        return (*super().modules(), *([type(self.history).__module__] if self.reads_turns() else []))

    def added_identity(self) -> dict[str, Any]:
        """As CoreSettings says; a history is handed to no architecture."""
        usual = self.history.identity == NoHistory().identity
        return super().added_identity() | ({} if usual else {__name__: self.history.identity})

    def query_calls(self) -> int:
        """As CoreSettings says, with that of the history."""
        return super().query_calls() + self.history.ASKS_A_MODEL
