"""The line that shows that a command is alive moves between two seconds, and leaves nothing behind."""

from __future__ import annotations

import io
import sys
import threading
import time
from itertools import pairwise

import pytest

from ragatta.experiments.progress import waiting


class Terminal(io.StringIO):
    """A stream that takes itself for a terminal."""

    def isatty(self) -> bool:
        return True


def test_it_moves_within_a_second_and_is_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(waiting, "EVERY_S", 0.001)
    monkeypatch.setenv("TERM", "xterm")
    waiting.show("logging")
    while terminal.getvalue().count("logging") < 5:
        time.sleep(0.001)
    waiting.hide()
    drawn = [line.removeprefix("\x1b[2K") for line in terminal.getvalue().split("\r") if line.strip()]
    shown = [line for line in drawn if line.startswith("logging · ")]
    assert all(before[-1] != after[-1] for before, after in pairwise(shown))
    assert drawn[-1] == ""


def test_another_line_takes_the_place_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    waiting.show("starting")
    waiting.show("logging")
    assert [thread.name for thread in threading.enumerate()].count("waiting") == 1
    waiting.hide()
    assert "waiting" not in [thread.name for thread in threading.enumerate()]
