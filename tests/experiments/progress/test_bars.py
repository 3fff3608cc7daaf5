from __future__ import annotations

from io import StringIO
from threading import Event

import pytest

from ragatta.experiments.progress import bars as progress
from ragatta.experiments.progress.bars import Bars, alive


def test_in_a_log_the_line_that_is_followed_comes_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    bars, told = Bars(), iter(["3/9 answered", "6/9 answered"])
    bars.follow(lambda: next(told))
    with bars.shown():
        for second in range(0, 130, 10):
            now = float(second)
            bars("asking", second, 130)
    assert capsys.readouterr().err.splitlines() == ["asking (130)", "3/9 answered", "6/9 answered"]


def test_a_line_that_says_nothing_is_not_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "EVERY_S", 0.0)
    bars = Bars()
    with bars.shown():
        bars("reading", 1, 1)
    assert capsys.readouterr().err == "reading\n"


def test_a_dumb_terminal_gets_lines_and_no_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stderr", written := Terminal())
    monkeypatch.setenv("TERM", "dumb")
    bars = Bars()
    with bars.shown():
        bars("reading", 0, 3)
        bars("reading", 3, 3)
    assert written.getvalue() == "reading (3)\n"


def test_in_a_log_a_wait_is_told_without_any_progress_and_not_again_for_a_minute(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "LOOK_S", 0.005)
    looks, looked = 0, Event()

    def waits() -> str:
        nonlocal looks
        looks += 1
        if looks == 20:
            looked.set()
        return "1 call waits for 7 s: no reply yet from m" if looks > 3 else ""

    bars = Bars()
    bars.follow(lambda: "3/9 answered", waits)
    with bars.shown():
        assert looked.wait(30)
    assert capsys.readouterr().err == "3/9 answered · 1 call waits for 7 s: no reply yet from m\n"


def test_on_a_terminal_a_wait_stands_below_the_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stderr", written := Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with alive(lambda: "1 call waits for 7 s: no reply yet from m"):
        pass
    assert "1 call waits for 7 s: no reply yet from m" in written.getvalue()
