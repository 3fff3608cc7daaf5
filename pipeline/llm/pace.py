"""How fast an endpoint may be asked: requests in flight, requests a minute, tokens a minute."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

from ragatta.pipeline.llm.seam import ModelBusy

CUT = 0.5  # of the requests in flight, when the server says that they are too many
MINUTE = 60.0
LIMITED = "llm.rpm and llm.tpm allow no further request yet"
FULL = "as many requests as allowed are in flight"
Tell = Callable[[str], None]


@dataclass
class Pace:
    """Admits requests of many threads within the limits; 0 means no limit.

    `most` requests are in flight at once. A refusal for too many of them halves that, once for all requests that were
    in flight together; each reply widens it again by one request a round trip (additive increase, multiplicative
    decrease, as in TCP and inspect_ai). Requests and tokens are spread evenly over the minute, so that no window of a
    minute holds more than is allowed. For as long as a busy server asks for no request, each is refused here with what
    it said: how long a call waits is decided in one place (retry.py).
    """

    most: int = 0
    rpm: float = 0.0
    tpm: float = 0.0
    clock: Callable[[], float] = monotonic
    in_flight: int = 0
    _width: float = 0.0  # requests in flight that are allowed now
    _round: int = 0  # grows with each cut
    _next_request: float = 0.0  # when the next one may begin
    _next_tokens: float = 0.0
    _busy: ModelBusy | None = None  # what the server said that asked for no request
    _busy_until: float = 0.0
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def __post_init__(self) -> None:
        self._width = float(self.most)

    @contextmanager
    def admitted(self, tokens: int, tell: Tell = lambda _: None) -> Iterator[Admitted]:
        """Waits until a request of up to `tokens`, reply included, may begin, and counts it as in flight. `tell` is
        told what it waits for. Raises ModelBusy while the server asks for no request."""
        with self._changed:
            while (wait := self._wait()) is not None:
                tell(LIMITED if wait else FULL)
                self._changed.wait(wait or None)
            self.in_flight += 1
            now = self.clock()
            if self.rpm:
                self._next_request = max(now, self._next_request) + MINUTE / self.rpm
            if self.tpm:
                self._next_tokens = max(now, self._next_tokens) + tokens * MINUTE / self.tpm
            admitted = Admitted(self, tokens, self._round)
        try:
            yield admitted
        finally:
            with self._changed:
                self.in_flight -= 1
                self._changed.notify_all()

    def _wait(self) -> float | None:
        """Seconds to wait, 0 until another request ends; None if a request may begin. Raises ModelBusy."""
        if self._busy and (left := self._busy_until - self.clock()) > 0:
            raise ModelBusy(str(self._busy), left)
        if self.most and self.in_flight >= max(1, int(self._width)):
            return 0.0
        due = max(self._next_request, self._next_tokens) - self.clock()
        return due if due > 0 else None

    def narrow(self, of_round: int, busy: ModelBusy) -> None:
        """After a refusal of the round. What a server asks for that fails on single calls (HTTP 500) holds for them."""
        with self._changed:
            until = self.clock() + (busy.after or 0.0)
            if busy.often and until > self._busy_until:
                self._busy, self._busy_until = busy, until
            if of_round == self._round:
                self._round += 1
                self._width = max(1.0, self._width * CUT)
            self._changed.notify_all()

    def widen(self, unused: int) -> None:
        """Returns `unused` reserved tokens after a reply."""
        with self._changed:
            self._width = min(float(self.most), self._width + 1 / max(1.0, self._width))
            if self.tpm:
                self._next_tokens -= unused * MINUTE / self.tpm
            self._changed.notify_all()


@dataclass(frozen=True)
class Admitted:
    """A request in flight; `tokens` are reserved for it."""

    pace: Pace
    tokens: int
    _round: int

    def refused(self, busy: ModelBusy) -> None:
        """The server said that it cannot take the request."""
        self.pace.narrow(self._round, busy)

    def answered(self, tokens: int) -> None:
        """The reply took `tokens`, prompt included."""
        self.pace.widen(max(0, self.tokens - tokens) if tokens else 0)
