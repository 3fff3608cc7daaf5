"""The time left knows indexing and asking apart, and does not rise by itself."""

from __future__ import annotations

import pytest

from ragatta.experiments.progress import time_left
from ragatta.experiments.progress.time_left import TimeLeft


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(time_left, "running_time", clock)
    return clock


def sweep(answers: int, letters: int) -> TimeLeft:
    held = TimeLeft()
    held.asking.total, held.indexing.total = answers, letters
    return held


def index(held: TimeLeft, clock: Clock, seconds: float, letters: int) -> None:
    with held.index():
        clock.now += seconds
        held.indexed(letters)


def ask(held: TimeLeft, clock: Clock, seconds: float, answers: int) -> None:
    clock.now += seconds
    for _ in range(answers):
        held.answered()


def test_a_collection_between_two_variations_does_not_count_as_asking(clock: Clock) -> None:
    held = sweep(200, 1000)
    index(held, clock, 60, 500)
    assert held.words() == ""  # the pace of asking is not known yet
    held.ask()
    ask(held, clock, 30, 50)
    assert held.words() == "2 min left"  # 60 s to index, 90 s to ask
    ask(held, clock, 30, 50)
    index(held, clock, 30, 250)
    assert held.words() == "2 min left"  # 30 s and 60 s
    index(held, clock, 30, 250)
    assert held.words() == "60 s left"


def test_too_little_promises_nothing_and_a_few_seconds_are_not_counted(clock: Clock) -> None:
    held = sweep(100, 0)
    held.ask()
    ask(held, clock, 4, 4)
    assert held.words() == ""
    ask(held, clock, 1, 1)
    assert held.words() == "90 s left" or held.words() == "2 min left"
    ask(held, clock, 87, 87)
    assert held.words() == "a few seconds left"


def test_it_rises_only_where_it_was_wrong_by_more_than_a_quarter_and_says_so(clock: Clock) -> None:
    held = sweep(100, 0)
    held.ask()
    ask(held, clock, 50, 50)
    assert held.words() == "50 s left"
    ask(held, clock, 8, 0)
    assert held.words() == "50 s left"  # 58 s
    ask(held, clock, 42, 0)
    assert held.words() == "2 min left, more than it seemed"
    ask(held, clock, 0, 0)
    assert held.words() == "2 min left"


def test_waiting_for_another_sweep_is_no_pace(clock: Clock) -> None:
    held = sweep(100, 0)
    with held.waiting():  # before the first question of this one
        clock.now += 500
    held.ask()
    ask(held, clock, 60, 50)
    with held.waiting():
        clock.now += 5000
    assert held.words() == "60 s left"
    ask(held, clock, 30, 25)
    assert held.words() == "30 s left"
