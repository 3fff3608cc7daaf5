"""Ends the asking of a model that gives no reply, call after call: each would take the whole of llm.timeout_s."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ragatta.experiments.counting import counted
from ragatta.pipeline.llm.as_data import Ask
from ragatta.pipeline.llm.failure_kinds import is_of_the_server
from ragatta.pipeline.llm.seam import ModelError, ModelUnavailable, Prompt, UnusableReply

MOST = 3  # calls in a row that get no reply


@dataclass
class UntilSilent:
    """Asks as `ask` does, one call after the other, for a command that asks many. Raises ModelUnavailable after `MOST`
    calls in a row without a reply."""

    ask: Ask
    in_a_row: int = 0
    unanswered: int = 0  # of all calls

    @property
    def fault(self) -> str:
        """That calls got no reply; "" where each got one."""
        calls = f"{counted(self.unanswered, 'call')} of the model got no reply"
        return f"{calls}; the same command asks again" if self.unanswered else ""

    def __call__(self, prompt: Prompt[Any]) -> Any:
        """The reply. Raises ModelError."""
        try:
            found = self.ask(prompt)
        except ModelError as fault:
            is_silent = is_of_the_server(fault)
            # A reply of no use is a reply; a prompt that does not fit was not sent.
            self.in_a_row = 0 if isinstance(fault, UnusableReply) else self.in_a_row + is_silent
            self.unanswered += is_silent
            if not is_silent or self.in_a_row < MOST:
                raise
            raise ModelUnavailable(f"{fault}; so ended {MOST} calls one after the other") from fault
        self.in_a_row = 0
        return found
