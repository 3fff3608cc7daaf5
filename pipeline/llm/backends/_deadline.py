"""A deadline over everything that one HTTP exchange reads and writes.

A client's own time-out bounds each wait by itself: a server that sends a byte a second never reaches it. Here every
wait is given only what is left of the whole. `httpcore` reads and writes through such streams.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from ssl import SSLContext
from time import perf_counter
from typing import Any

from httpcore import ConnectTimeout, NetworkBackend, NetworkStream, SyncBackend

_PIECE = 1 << 16  # bytes written in one wait
_HALTED_S = 5.0  # a deadline that is noticed so much later passed while this process did not run


class Clock(threading.local):
    """The deadline of this thread's current exchange."""

    end = float("inf")
    over = 0.0  # seconds by which the last exchange ended after it

    @contextmanager
    def running(self, seconds: float) -> Iterator[None]:
        self.end = perf_counter() + seconds
        try:
            yield
        finally:
            self.over, self.end = perf_counter() - self.end, float("inf")

    def was_halted(self) -> bool:
        """Whether this process was halted (Ctrl-Z) as the last deadline passed, which says nothing of the server."""
        return self.over > _HALTED_S

    def left(self, timeout: float | None) -> float | None:
        """Seconds for the next wait. Raises TimeoutError if none are left."""
        rest = self.end - perf_counter()
        if rest <= 0:
            raise TimeoutError
        if rest == float("inf"):
            return timeout
        return rest if timeout is None else min(timeout, rest)


class Connections(NetworkBackend):
    """Opens connections as `backend` does, each bound by the clock."""

    def __init__(self, clock: Clock, backend: NetworkBackend | None = None) -> None:
        self._clock, self._backend = clock, backend or SyncBackend()

    def connect_tcp(self, host: str, port: int, timeout: float | None = None, *positional: Any, **more: Any) -> Stream:
        """Raises ConnectTimeout where the time ends before there is one."""
        left = self._clock.left(timeout)
        opened = _begun(lambda: self._backend.connect_tcp(host, port, left, *positional, **more))
        try:
            return Stream(opened.result(left), self._clock)
        except TimeoutError:
            opened.add_done_callback(_close)
            raise ConnectTimeout("no connection in time") from None


def _begun(open_: Callable[[], NetworkStream]) -> Future[NetworkStream]:
    """In a thread of its own, which nobody waits for at the end of the process: the system looks a host's name up for
    as long as it likes, and its addresses are tried one after the other, each for the whole time."""
    found: Future[NetworkStream] = Future()

    def run() -> None:
        try:
            found.set_result(open_())
        except BaseException as error:  # noqa: BLE001 - it is raised where the connection is waited for
            found.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return found


def _close(opened: Future[NetworkStream]) -> None:
    """Closes a connection that came too late."""
    if not opened.exception():
        opened.result().close()


class Stream(NetworkStream):
    """A network stream bound by the clock."""

    def __init__(self, stream: NetworkStream, clock: Clock) -> None:
        self._stream, self._clock = stream, clock

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, timeout=self._clock.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), _PIECE):
            self._stream.write(buffer[start : start + _PIECE], timeout=self._clock.left(timeout))

    def start_tls(
        self, ssl_context: SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> Stream:
        return Stream(self._stream.start_tls(ssl_context, server_hostname, self._clock.left(timeout)), self._clock)

    def close(self) -> None:
        self._stream.close()

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
