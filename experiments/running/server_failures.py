"""Holds back failures of a server until it is known whether it fails on others too: it failed at every try (HTTP 500),
was too slow, cut the connection, or sent no reply of the wire format.

If it answers another question, those held back are failures of their own. If it fails on `IN_A_ROW` questions, or on
all that there were to ask, the sweep stops and none of them is journaled: the same command asks them again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from threading import Lock

from ragatta.pipeline.llm.failure_kinds import IN_A_ROW
from ragatta.pipeline.llm.seam import ModelError, ModelUnavailable

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
