from __future__ import annotations

import os
import sys

import pytest

from benchmarks.film import Screen, film, rise, still


def test_a_screen_shows_what_a_terminal_does() -> None:
    screen = Screen()
    screen.write("one\r\ntwo\r\n\x1b[1A\x1b[2K\x1b[1mTWO\x1b[0m\rt\r\n")
    screen.write("x" * 81)
    assert screen.shown() == "one\ntWO\n" + "x" * 80 + "\nx"


@pytest.mark.parametrize(
    ("frames", "seconds"), [(["a", "b", "c", "c"], 0), (["a", "a", "a", "b", "b"], 2), (["", "a", "b"], 1)]
)
def test_seconds_without_movement(frames: list[str], seconds: int) -> None:
    assert still(frames) == seconds


def test_the_rise_is_above_the_lowest_before() -> None:
    assert rise(["2 min left", "60 s left", "75 s left", "a few seconds left", "10 s left"]) == 0.25
    assert rise(["nothing", "3 s left", "40 s left"]) == 3.0


def test_frames_are_taken_while_a_command_runs() -> None:
    code = "import time\nfor n in range(3): print(n, end=chr(13), flush=True); time.sleep(0.6)"
    frames = [*film([sys.executable, "-c", code], dict(os.environ))]
    assert len(frames) >= 2
    assert frames[-1].startswith("2")
