"""A deadline over everything that one HTTP exchange reads and writes.

A client's own time-out bounds each wait by itself: a server that sends a byte a second never reaches it. Here every
wait is given only what is left of the whole. `httpx` and `httpx2` take such streams from their connection pool.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

_PIECE = 1 << 16  # bytes written in one wait


class Clock(threading.local):
    """The deadline of the exchange that this thread is in."""

    end = float("inf")

    @contextmanager
    def running(self, seconds: float) -> Iterator[None]:
        self.end = perf_counter() + seconds
        try:
            yield
        finally:
            self.end = float("inf")

    def left(self, timeout: float | None) -> float | None:
        """Seconds for the next wait. Raises TimeoutError where none are left."""
        rest = self.end - perf_counter()
        if rest <= 0:
            raise TimeoutError
        if rest == float("inf"):
            return timeout
        return rest if timeout is None else min(timeout, rest)


class Connections:
    """Opens connections as `backend` does (httpcore's NetworkBackend), each bound by the clock."""

    def __init__(self, backend: Any, clock: Clock) -> None:
        self._backend, self._clock = backend, clock

    def connect_tcp(self, *given: Any, timeout: float | None = None, **more: Any) -> Stream:
        return Stream(self._backend.connect_tcp(*given, timeout=self._clock.left(timeout), **more), self._clock)

    def sleep(self, seconds: float) -> None:
        self._backend.sleep(seconds)


class Stream:
    """A network stream bound by the clock."""

    def __init__(self, stream: Any, clock: Clock) -> None:
        self._stream, self._clock = stream, clock

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        read: bytes = self._stream.read(max_bytes, timeout=self._clock.left(timeout))
        return read

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), _PIECE):
            self._stream.write(buffer[start : start + _PIECE], timeout=self._clock.left(timeout))

    def start_tls(self, *given: Any, timeout: float | None = None, **more: Any) -> Stream:
        return Stream(self._stream.start_tls(*given, timeout=self._clock.left(timeout), **more), self._clock)

    def close(self) -> None:
        self._stream.close()

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
