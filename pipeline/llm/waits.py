"""What the calls of a command wait for at this moment, for the line that shows that the command is alive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, get_ident
from time import monotonic

FEW_S = 5.0  # a shorter wait is not shown
SHOWN = 120  # characters of a reason


class Waits:
    """The calls under way, one a thread, each with its beginning and the reason why it has no reply yet."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._calls: dict[int, tuple[float, str]] = {}  # by thread
        self._lock = Lock()

    @contextmanager
    def call(self, reason: str) -> Iterator[None]:
        """A call of this thread is under way; `reason` is why it has no reply yet."""
        with self._lock:
            self._calls[get_ident()] = self._clock(), reason
        try:
            yield
        finally:
            with self._lock:
                self._calls.pop(get_ident(), None)

    def because(self, reason: str) -> None:
        """Another reason of the call that this thread has under way, if it has one."""
        with self._lock:
            if mine := self._calls.get(get_ident()):
                self._calls[get_ident()] = mine[0], reason

    def line(self) -> str:
        """How many calls have waited for FEW_S and more, for how long, and why the longest does; "" for none."""
        now = self._clock()
        with self._lock:
            long = sorted(call for call in self._calls.values() if now - call[0] >= FEW_S)
        if not long:
            return ""
        since, reason = long[0]
        said = reason if len(reason) <= SHOWN else f"{reason[: SHOWN - 1]}…"
        calls = "1 call waits" if len(long) == 1 else f"{len(long)} calls wait, the longest"
        return f"{calls} for {now - since:.0f} s: {said}"
