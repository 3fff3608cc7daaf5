"""A reading that is broken off leaves nothing behind that the process would wait for."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from pipeline.parsers import _reading
from pipeline.parsers._reading import Job


def sleeping(_child: _reading._Child) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], stdin=pipe, stdout=pipe, text=True)


@pytest.fixture
def child(monkeypatch: pytest.MonkeyPatch) -> _reading._Child:
    monkeypatch.setattr(_reading._Child, "_start", sleeping)
    return _reading._Child("pdfium", 900)


def timers() -> list[threading.Thread]:
    """Those still running; a cancelled one needs a moment to end."""
    found = [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]
    for timer in found:
        timer.join(1)
    return [timer for timer in found if timer.is_alive()]


def test_pipes_closed_under_a_reader_end_its_timer(child: _reading._Child, tmp_path: Path) -> None:
    process = child._process = child._start()
    assert process.stdin is not None
    process.stdin.close()  # what `stop` does in the thread that found the fault
    reading = child.read(Job("a.pdf", tmp_path / "a.pdf"))
    assert reading.transient
    assert reading.reason == "pdfium crashed on it (exit code -9)"
    assert not timers()


def test_a_reader_that_is_stopped_ends_at_once(child: _reading._Child, tmp_path: Path) -> None:
    child._process = child._start()
    reader = threading.Thread(target=child.read, args=(Job("a.pdf", tmp_path / "a.pdf"),), daemon=True)
    reader.start()
    while not any(isinstance(thread, threading.Timer) for thread in threading.enumerate()):
        reader.join(0.01)
    assert all(thread.daemon for thread in threading.enumerate() if isinstance(thread, threading.Timer))
    child.stop()
    reader.join(10)
    assert not reader.is_alive()
    assert not timers()
