"""Tasks in flight: a limited number of threads that work in order of arrival, on what others wait for first."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from heapq import heappop, heappush
from itertools import count

AHEAD = 3  # tasks a thread that are kept waiting, so that none idles while the next variation is prepared
Task = Callable[[], None]


class Flight:
    """At most `most` threads, which work on tasks in the order in which they were added, those first for which most
    others wait.

    The first task that fails stops the flight: waiting tasks are cancelled, running ones end. The
    threads are daemons, so that Ctrl-C does not wait for a server.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.running = 0  # tasks at this moment
        self._waiting: list[tuple[int, int, Future[None], Task]] = []  # a heap
        self._numbers = count()
        self._changed = threading.Condition()
        self._threads = 0
        self._stopped = False
        self.failure: BaseException | None = None  # what the first task that failed raised

    def add(self, task: Task, awaited: int = 0) -> Future[None]:
        """The task's future, cancelled at once if the flight has stopped. `awaited`: how many tasks, one after the
        other, will be added once it is done."""
        future = Future[None]()
        with self._changed:
            if self._stopped:
                future.cancel()
                return future
            heappush(self._waiting, (-awaited, next(self._numbers), future, task))
            if self._threads < self.most:
                self._threads += 1
                threading.Thread(target=self._work, name=f"flight-{self._threads}", daemon=True).start()
            self._changed.notify_all()
        return future

    def has_room(self) -> bool:
        """Whether threads will soon be idle. A single thread has room only when all tasks are done, so that nothing
        disturbs its timing."""
        with self._changed:
            unfinished = len(self._waiting) + self.running
        return unfinished < self.most * (AHEAD if self.most > 1 else 1)

    def wait(self, until: Callable[[], bool], timeout: float | None = None) -> bool:
        """Waits for a task to end until `until` is true, and returns it."""
        with self._changed:
            return self._changed.wait_for(until, timeout)

    def stop(self) -> None:
        """Cancels waiting tasks, and waits for running ones."""
        with self._changed:
            self._cancel()
            self._changed.wait_for(lambda: not self.running)

    def _cancel(self) -> None:
        self._stopped = True
        for *_, future, _task in self._waiting:
            future.cancel()
        self._waiting.clear()
        self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._stopped)
                if not self._waiting:
                    return
                *_, future, task = heappop(self._waiting)
                future.set_running_or_notify_cancel()
                self.running += 1
            failure: BaseException | None = None
            try:
                task()
            except BaseException as error:  # noqa: BLE001 - raised where the future's result is asked for
                failure = error
            with self._changed:
                self.running -= 1
                if failure is None:
                    future.set_result(None)
                else:
                    future.set_exception(failure)
                    self.failure = self.failure or failure
                    self._cancel()
                self._changed.notify_all()


@contextmanager
def in_flight(most: int) -> Iterator[Flight]:
    """A flight that ends with the block. If the block fails, running tasks are waited for."""
    flight = Flight(most)
    try:
        yield flight
    except (Exception, GeneratorExit):  # the latter where who reads the runs fails
        flight.stop()
        raise
    flight.stop()
