"""The time left of a sweep: indexing and asking are measured apart, as they go at paces of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

from ragatta.pipeline.machine.clock import running_time

SOON = 0.05  # the least share of a kind of work from which its pace is known
RISE = 1.25  # times what was said before: below this it is not said anew
FEW_S = 10.0  # so little is not counted


@dataclass
class Work:
    """One kind of work, in a unit of its own."""

    total: float = 0.0
    done: float = 0.0
    seconds: float = 0.0  # that it took so far

    def left(self) -> float | None:
        """Seconds; None before its pace is known."""
        if self.done >= self.total:
            return 0.0
        return self.seconds / self.done * (self.total - self.done) if self.done >= SOON * self.total else None


@dataclass
class TimeLeft:
    """Indexing is in letters of the documents, asking in answers. Safe in threads."""

    indexing: Work = field(default_factory=Work)
    asking: Work = field(default_factory=Work)
    _asked_since: float | None = None
    _indexed_since: float | None = None
    _shown: float | None = None
    _lock: Lock = field(default_factory=Lock)

    def ask(self) -> None:
        """The first question is about to be asked."""
        with self._lock:
            self._counted()
            self._asked_since = self._asked_since or running_time()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Another sweep is waited for in the block: its seconds are no pace of this one."""
        with self._lock:
            self._counted()
            asking, self._asked_since = self._asked_since is not None, None
        try:
            yield
        finally:
            with self._lock:
                self._asked_since = running_time() if asking else None

    @contextmanager
    def index(self) -> Iterator[None]:
        """A collection is built in the block; questions that are in flight meanwhile are answered on the side."""
        with self._lock:
            self._counted()
            self._indexed_since = running_time()
        try:
            yield
        finally:
            with self._lock:
                self._counted()
                self._indexed_since = None

    def indexed(self, letters: float) -> None:
        """So many more letters are in a collection."""
        with self._lock:
            self.indexing.done += letters

    def answered(self) -> None:
        """One more question has its answer."""
        with self._lock:
            self.asking.done += 1

    def words(self) -> str:
        """Such as "12 min left"; "" before it is known. It rises only where it was wrong by more than a quarter, and
        says so."""
        with self._lock:
            self._counted()
            each = [self.indexing.left(), self.asking.left()]
            if None in each or not self.asking.done:
                return ""
            seconds = sum(one for one in each if one)
            late = self._shown is not None and seconds > max(self._shown, FEW_S) * RISE
            self._shown = seconds if late or self._shown is None else min(self._shown, seconds)
        if self._shown < FEW_S:
            return "a few seconds left"
        return f"{clock(self._shown)} left{', more than it seemed' if late else ''}"

    def _counted(self) -> None:
        """The seconds since the last call belong to what is being done."""
        now = running_time()
        if self._indexed_since is not None:
            self.indexing.seconds += now - self._indexed_since
            self._indexed_since = now
        elif self._asked_since is not None:
            self.asking.seconds += now - self._asked_since
        if self._asked_since is not None:
            self._asked_since = now


def clock(seconds: float) -> str:
    """ "45 s", "12 min" or "3.5 h"."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
