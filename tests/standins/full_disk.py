"""A disk that is full from the n-th write on, or a process that is killed there: what Python code writes by `os`.

Counted are the calls that need room or change a folder: a file that is made, bytes, their way to the disk, a file that
is renamed. The n-th fails, and from then on all bytes do, half of which are put down first, as on a full disk. There is
room again once a file of at least ROOM bytes is removed.
"""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

OTHERS = ("fsync", "replace", "rename", "mkdir", "symlink", "link")
ROOM = 32 << 10


class _Disk:
    def __init__(self, step: int, end: Callable[[], None]) -> None:
        self.writes, self.step, self._end = 0, step, end
        self._open, self._write, self._unlink = os.open, os.write, os.unlink
        self._others = {name: getattr(os, name) for name in OTHERS}

    def _counted(self) -> None:
        self.writes += 1
        if self.writes == self.step:
            self._end()

    def open(self, path: Any, flags: int, *more: Any, **named: Any) -> int:
        if flags & os.O_CREAT and not os.path.exists(path):
            self._counted()
        return self._open(path, flags, *more, **named)

    def write(self, handle: int, data: Any) -> int:
        self.writes += 1
        if not 0 < self.step <= self.writes:
            return self._write(handle, data)
        half = bytes(data)[: len(data) // 2]
        if half:
            self._write(handle, half)
        if not half or self._end is _kill:
            self._end()
        return len(half)

    def unlink(self, path: Any, **named: Any) -> None:
        if os.path.exists(path) and os.path.getsize(path) >= ROOM:
            self.step = 0
        self._unlink(path, **named)

    def other(self, name: str) -> Callable[..., Any]:
        def call(*words: Any, **named: Any) -> Any:
            if not (name == "mkdir" and os.path.exists(words[0])):
                self._counted()
            return self._others[name](*words, **named)

        return call


def _raise() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def _on(disk: _Disk) -> Iterator[_Disk]:
    others = {name: disk.other(name) for name in OTHERS}
    with mock.patch.multiple(os, open=disk.open, write=disk.write, unlink=disk.unlink, **others):
        yield disk


@contextmanager
def counting(told: Callable[[int], object]) -> Iterator[None]:
    """Tells in the end how many writes there were."""
    with _on(_Disk(0, _raise)) as disk:
        try:
            yield
        finally:
            told(disk.writes)


def counted_writes(do: Callable[[], object]) -> int:
    """How many writes it does."""
    with _on(_Disk(0, _raise)) as disk:
        do()
    return disk.writes


@contextmanager
def full_from(step: int) -> Iterator[None]:
    """The disk is full from this write on, counted from 1."""
    with _on(_Disk(step, _raise)):
        yield


@contextmanager
def killed_from(step: int) -> Iterator[None]:
    """The process is killed (SIGKILL) at this write, counted from 1."""
    with _on(_Disk(step, _kill)):
        yield


def killed_at(step: int, do: Callable[[], object]) -> bool:
    """Whether a fork of this process was killed (SIGKILL) at this write of what it does; else it ended before."""
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    try:
        with killed_from(step):
            do()
    finally:
        os._exit(0)
