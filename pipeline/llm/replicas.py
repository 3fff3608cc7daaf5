"""Several servers of one model, which share the load."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from ragatta.pipeline.llm.endpoint import Endpoint
from ragatta.pipeline.llm.seam import Completion, ModelAway, ModelIdentity, ModelUnavailable, Request
from ragatta.pipeline.llm.wrapped import Wrapped

AWAY_S = 30.0  # for which a server that did not answer is asked only if no other is left


class Replicas(Wrapped):
    """Asks the server with the fewest requests in flight. The first one names who answers; the others must have the
    same model."""

    def __init__(self, endpoints: Sequence[Endpoint]) -> None:
        super().__init__(endpoints[0])
        self._endpoints = endpoints
        self._away_until = dict.fromkeys(range(len(endpoints)), 0.0)
        self._checked: set[str | None] = set()

    def identity(self, model: str | None = None) -> ModelIdentity:
        """The identity of the first server. Raises ModelUnavailable if another one has other weights under the name."""
        first = self._endpoints[0].identity(model)
        if model not in self._checked:
            for each in (endpoint.identity(model) for endpoint in self._endpoints[1:]):
                if (each.name, each.digest) != (first.name, first.digest):
                    raise ModelUnavailable(f"{each.provider} has another {each.name} than {first.provider}")
            self._checked.add(model)
        return first

    def complete(self, request: Request) -> Completion:
        """Tries the least busy server, then the next if that one is away. Raises ModelError."""
        left = sorted(range(len(self._endpoints)), key=self._rank)
        for at in left:
            try:
                return self._endpoints[at].complete(request)
            except ModelAway:
                self._away_until[at] = monotonic() + AWAY_S
                if at == left[-1]:
                    raise
        raise AssertionError("there is at least one server")

    def _rank(self, at: int) -> tuple[bool, int]:
        return self._away_until[at] > monotonic(), self._endpoints[at].pace.in_flight
