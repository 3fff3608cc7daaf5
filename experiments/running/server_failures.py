"""Holds back failures of a server until it is known whether it fails on others too: it failed at every try (HTTP 500),
was too slow, cut the connection, or sent no reply of the wire format.

If it answers another question, those held back are failures of their own. If it fails on `IN_A_ROW` questions, or on
all that there were to ask, the sweep stops and none of them is journaled: the same command asks them again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any

from ragatta.experiments.counting import counted
from ragatta.pipeline.llm.as_data import Ask
from ragatta.pipeline.llm.failure_kinds import IN_A_ROW, is_of_the_server
from ragatta.pipeline.llm.seam import ModelError, ModelUnavailable, Prompt, UnusableReply

Keep = Callable[[], None]


class ServerFailures:
    """The answers held back, by server. Safe to share between threads."""

    def __init__(self) -> None:
        self._failures: dict[str, list[tuple[ModelError, Keep]]] = defaultdict(list)
        self._answering: set[str] = set()  # servers that have answered a question
        self._lock = Lock()

    def answered(self, server: str) -> None:
        """The server has answered a question: it fails on single ones."""
        with self._lock:
            self._answering.add(server)
            self._keep(server)

    def failed(self, server: str, error: ModelError, keep: Keep) -> None:
        """Holds back a failed answer, which `keep` journals. Raises ModelUnavailable after `IN_A_ROW` of them."""
        with self._lock:
            self._failures[server].append((error, keep))
            if len(self._failures[server]) >= IN_A_ROW:
                raise self._stop(server)

    def settle(self, server: str, others: bool) -> None:
        """Nothing is left to ask: journals what is held back. `others`: whether the server answered other questions
        before. Raises ModelUnavailable if it answered none of several."""
        with self._lock:
            if len(self._failures[server]) > 1 and not others and server not in self._answering:
                raise self._stop(server)
            self._keep(server)

    def _keep(self, server: str) -> None:
        for _, keep in self._failures.pop(server, ()):
            keep()

    def _stop(self, server: str) -> ModelUnavailable:
        failures = self._failures[server]
        return ModelUnavailable(
            f"{failures[-1][0]}; it failed on {len(failures)} questions one after the other (finished answers are "
            "kept: the same command goes on from there)"
        )


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
