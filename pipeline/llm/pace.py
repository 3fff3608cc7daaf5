"""How fast an endpoint may be asked: requests in flight, requests a minute, tokens a minute."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

CUT = 0.5  # of the requests in flight, when the server says that they are too many
MINUTE = 60.0


@dataclass
class Pace:
    """Admits requests of many threads within the limits; 0 means no limit.

    `most` requests are in flight at once. A refusal for too many of them halves that, once for all requests that were
    in flight together; each reply widens it again by one request a round trip (additive increase, multiplicative
    decrease, as in TCP and inspect_ai). Requests and tokens are spread evenly over the minute, so that no window of a
    minute holds more than is allowed.
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
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def __post_init__(self) -> None:
        self._width = float(self.most)

    @contextmanager
    def admitted(self, tokens: int) -> Iterator[Admitted]:
        """Waits until a request of up to `tokens`, reply included, may begin, and counts it as in flight."""
        with self._changed:
            while (wait := self._wait()) is not None:
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
        """Seconds to wait, 0 until another request ends; None if a request may begin."""
        if self.most and self.in_flight >= max(1, int(self._width)):
            return 0.0
        due = max(self._next_request, self._next_tokens) - self.clock()
        return due if due > 0 else None

    def narrow(self, of_round: int, after: float) -> None:
        """After a refusal of the round, which asks for no request within `after` seconds."""
        with self._changed:
            self._next_request = max(self._next_request, self.clock() + min(after, MINUTE))
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

    def refused(self, after: float = 0.0) -> None:
        """The server said that there are too many requests, and to wait for `after` seconds."""
        self.pace.narrow(self._round, after)

    def answered(self, tokens: int) -> None:
        """The reply took `tokens`, prompt included."""
        self.pace.widen(max(0, self.tokens - tokens) if tokens else 0)
