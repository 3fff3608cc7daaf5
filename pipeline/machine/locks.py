"""Locks between processes, also of several machines that share a folder, where `flock` may lock nothing.

A lock is a file beside what it protects: it names the machine, process and start of its holder, who renews the file's
time every 20 seconds. A holder of this machine that is gone loses it at once, one of another machine after a minute
without renewal (`filelock.SoftFileLease`). The one who waits counts that minute, so clocks may differ. For a holder of
this machine that is halted and cannot renew, whoever waits renews. A holder that may have been halted for longer asks
`is_ours` before it writes.
"""

from __future__ import annotations

import math
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

from ragatta.pipeline.machine.checksums import note

LEASE_S = 60.0  # the same for all who share a folder
POLL_S = 0.02
LOOK_S = 1.0  # between two looks at the state of the holder
HALTED = (
    "process {0}, which this one waits for, is halted (Ctrl-Z); continue it with `fg` in its terminal, "
    "or with `kill -CONT {0}`"
)


class Lock:
    """The lock whose file is `path`. It lasts as long as the object at most; any thread may release it."""

    def __init__(self, path: Path, lease: float = LEASE_S) -> None:
        from filelock import SoftFileLease

        self._path, self._lease_s = path, lease
        self._lease = SoftFileLease(path, lease_duration=lease, thread_local=False)
        self._empty_since: tuple[int, float] | None = None  # file and time
        self._seen_at = -math.inf  # when the file was last seen to be ours

    def taken(self) -> bool:
        """Whether it is ours now; does not wait. Raises OSError where the file cannot be written."""
        from filelock import Timeout

        for _ in range(2):  # the first may only have removed what a dead holder left
            with suppress(Timeout):
                self._lease.acquire(blocking=False)
                self._seen_at = time.time()
                return True
        self._remove_empty()
        if self.holder():
            with suppress(OSError):  # somebody has just given it up
                if time.time() - self._path.stat().st_mtime > self._lease_s / 6:
                    os.utime(self._path)
        return False

    def is_ours(self) -> bool:
        """Whether it is still ours. Of a halted process it may have become another machine's: where the file was not
        looked at for a third of the time without renewal after which it is free, it is read."""
        now = time.time()  # also goes on while the machine sleeps
        if not 0 <= now - self._seen_at < self._lease_s / 3:
            self._seen_at = now if self._lease.is_lock_held_by_us else -math.inf
        return self._seen_at > -math.inf

    def holder(self) -> int:
        """The number of the living process of this machine that holds it; 0 if there is none."""
        try:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
            fields = dict(line.split("=", 1) for line in lines if "=" in line)
            process, machine = int(fields["pid"]), fields["host"]
            os.kill(process, 0)
        except PermissionError:
            pass  # it lives, and is another user's
        except (OSError, ValueError, KeyError, OverflowError):
            return 0
        name = socket.gethostname()  # with a mark behind it where processes are numbered apart, as in a container
        return process if machine == name or machine.startswith(f"{name}?") else 0

    def wait(self) -> None:
        """Waits until it is ours, and says so where its holder is halted and will not give it up by itself."""
        told, looked = 0, -math.inf
        while not self.taken():
            if time.monotonic() - looked > LOOK_S:
                holder, looked = self.holder(), time.monotonic()
                halted = holder if is_halted(holder) else 0
                if halted and halted != told:
                    note(HALTED.format(halted))
                told = halted
            time.sleep(POLL_S)

    def release(self) -> None:
        """Gives it up, if it is ours."""
        self._lease.release()

    def __enter__(self) -> Lock:
        self.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def _remove_empty(self) -> None:
        """A holder that died between making the file and writing it left nothing to judge by but time."""
        try:
            stat = self._path.stat()
        except OSError:
            return
        if stat.st_size:
            self._empty_since = None
        elif self._empty_since is None or self._empty_since[0] != stat.st_ino:
            self._empty_since = stat.st_ino, time.monotonic()
        elif time.monotonic() - self._empty_since[1] > self._lease_s:
            self._path.unlink(missing_ok=True)


def is_halted(process: int) -> bool:
    """Whether the process of this machine is stopped by a signal, where /proc tells (Linux)."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return state.rpartition(")")[2].split()[:1] == ["T"]  # behind the name, which may hold anything


_own = threading.local()


def lease_of(path: Path) -> Path:
    """The lock of all who write a file; of a link, that of the file behind it."""
    path = path.resolve()
    return path.with_name(f".{path.name}.lease")


@contextmanager
def locked(path: Path, waiting: Callable[[], None] | None = None) -> Iterator[None]:
    """Alone with the lock `path`, which a thread that has it may take again; `waiting` is called once if somebody else
    holds it."""
    held: set[Path] = _own.__dict__.setdefault("held", set())
    if path in held:
        yield
        return
    lock = Lock(path)
    try:
        if not lock.taken():
            if waiting:
                waiting()
            lock.wait()
    except OSError as fault:
        fault.filename = str(
            path.with_name(path.name.removeprefix(".").removesuffix(".lease"))
        )  # what cannot be written
        raise
    held.add(path)
    try:
        yield
    finally:
        held.discard(path)
        lock.release()
