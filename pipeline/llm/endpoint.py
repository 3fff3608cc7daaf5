"""A model server within its limits, each call paced and counted within a budget; and several servers of one model,
which share the load."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from ragatta.pipeline.llm import tokens
from ragatta.pipeline.llm.meter import Meter, Price
from ragatta.pipeline.llm.pace import Pace
from ragatta.pipeline.llm.retry import no_reply_yet
from ragatta.pipeline.llm.seam import (
    Backend,
    Completion,
    InvalidReply,
    ModelAway,
    ModelBusy,
    ModelIdentity,
    ModelTimeout,
    ModelUnavailable,
    Request,
)
from ragatta.pipeline.llm.wrapped import Wrapped

AWAY_S = 30.0  # for which a server that did not answer is asked only if no other is left
BUSY_S = 2.0  # for which one that takes no call is, unless it says how long


class Endpoint(Wrapped):
    """Calls `backend` within the limits of `pace`, and counts each call in `meter`, whose waits `name` it."""

    def __init__(self, backend: Backend, pace: Pace, meter: Meter, price: Price, name: str = "the model") -> None:
        super().__init__(backend)
        self.pace, self._meter, self._price, self._name = pace, meter, price, name

    def complete(self, request: Request) -> Completion:
        """One try. Raises ModelError; BudgetSpent before a call that the budget has no room for."""
        prompt, reply = tokens.of_request(request), request.options.max_tokens
        tell = self._meter.waits.because
        with self._meter.call(prompt, reply, self._price) as book, self.pace.admitted(prompt + reply, tell) as turn:
            tell(no_reply_yet(self._name))
            try:
                done = self.backend.complete(request)
            except ModelBusy as busy:
                turn.refused(busy)
                raise
            except (InvalidReply, ModelTimeout):  # the reply may have been made, and charged
                book(None)
                raise
            book(done)
            turn.answered(done.tokens_in + done.tokens_out)
            return done


class Replicas(Wrapped):
    """Asks the server with the fewest requests in flight. The first one names who answers; the others must have the
    same model."""

    def __init__(self, endpoints: Sequence[Endpoint]) -> None:
        super().__init__(endpoints[0])
        self._endpoints = endpoints
        self._resting_until = dict.fromkeys(range(len(endpoints)), 0.0)
        self._checked: set[str | None] = set()

    def identity(self, model: str | None = None) -> ModelIdentity:
        """The identity of the first server. Raises ModelUnavailable if another one has other weights under the name."""
        first = self._endpoints[0].identity(model)
        if model not in self._checked:
            for each in (_of_replica(endpoint, model) for endpoint in self._endpoints[1:]):
                if (each.name, each.digest) != (first.name, first.digest):
                    raise ModelUnavailable(f"{each.provider} has another {each.name} than {first.provider}")
            self._checked.add(model)
        return first

    def complete(self, request: Request) -> Completion:
        """One try at the least busy server, at the next if that is away or takes no call. Raises ModelError."""
        now = monotonic()
        left = sorted(range(len(self._endpoints)), key=lambda at: self._rank(at, now))
        for at in left:
            try:
                return self._endpoints[at].complete(request)
            except (ModelAway, ModelBusy) as fault:
                rest = AWAY_S if isinstance(fault, ModelAway) else fault.after or BUSY_S
                self._resting_until[at] = monotonic() + rest
                if at == left[-1]:
                    raise
        raise AssertionError("there is at least one server")

    def _rank(self, at: int, now: float) -> tuple[float, int]:
        return max(self._resting_until[at], now), self._endpoints[at].pace.in_flight


def _of_replica(endpoint: Endpoint, model: str | None) -> ModelIdentity:
    try:
        return endpoint.identity(model)
    except ModelAway as away:
        raise ModelAway(f"{away}; it is one of llm.replicas") from None
