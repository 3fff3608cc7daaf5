"""A deadline over everything that one HTTP exchange reads and writes.

A client's own time-out bounds each wait by itself: a server that sends a byte a second never reaches it. Here every
wait is given only what is left of the whole. `httpx` and `httpx2` take such streams from their connection pool.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from time import perf_counter
from typing import Any

_PIECE = 1 << 16  # bytes written in one wait


class Clock(threading.local):
    """The deadline of this thread's current exchange."""

    end = float("inf")

    @contextmanager
    def running(self, seconds: float) -> Iterator[None]:
        self.end = perf_counter() + seconds
        try:
            yield
        finally:
            self.end = float("inf")

    def left(self, timeout: float | None) -> float | None:
        """Seconds for the next wait. Raises TimeoutError if none are left."""
        rest = self.end - perf_counter()
        if rest <= 0:
            raise TimeoutError
        if rest == float("inf"):
            return timeout
        return rest if timeout is None else min(timeout, rest)


class Connections:
    """Opens connections as `backend` does (httpcore's NetworkBackend), each bound by the clock; `late` is raised where
    the time ends before there is one."""

    def __init__(self, backend: Any, clock: Clock, late: Callable[[str], Exception]) -> None:
        self._backend, self._clock, self._late = backend, clock, late

    def connect_tcp(self, *given: Any, timeout: float | None = None, **more: Any) -> Stream:
        left = self._clock.left(timeout)
        opened = _begun(lambda: self._backend.connect_tcp(*given, timeout=left, **more))
        try:
            return Stream(opened.result(left), self._clock)
        except TimeoutError:
            opened.add_done_callback(_close)
            raise self._late("no connection in time") from None

    def sleep(self, seconds: float) -> None:
        self._backend.sleep(seconds)


def _begun(open_: Callable[[], Any]) -> Future[Any]:
    """In a thread of its own, which nobody waits for at the end of the process: the system looks a host's name up for
    as long as it likes, and its addresses are tried one after the other, each for the whole time."""
    found: Future[Any] = Future()

    def run() -> None:
        try:
            found.set_result(open_())
        except BaseException as error:  # noqa: BLE001 - it is raised where the connection is waited for
            found.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return found


def _close(opened: Future[Any]) -> None:
    """Closes a connection that came too late."""
    if not opened.exception():
        opened.result().close()


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
