"""Freed memory goes back to the machine."""

from __future__ import annotations

import ctypes
import platform
from pathlib import Path

import pytest

from ragatta.pipeline.machine.memory import give_back


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries decide by themselves")
def test_what_was_freed_goes_back() -> None:
    library = ctypes.CDLL(None)
    library.malloc.restype, library.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    parts = [library.malloc(100_000) for _ in range(1000)]  # small enough to stay in the library's own heap
    for part in parts:
        ctypes.memset(part, 1, 100_000)
    for part in parts[:-1]:  # the last one holds the end of the heap
        library.free(part)
    before = resident()
    give_back()
    assert resident() < before - 50_000_000
    library.free(parts[-1])


def resident() -> int:
    """Bytes of memory of this process."""
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def test_a_library_without_it_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: object) -> object:
        return object()

    monkeypatch.setattr(ctypes, "CDLL", missing)
    give_back()
