from __future__ import annotations

from io import StringIO

import pytest

from ragatta.experiments import progress
from ragatta.experiments.progress import Bars


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
