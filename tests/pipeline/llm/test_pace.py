"""Laws of the limits, with a clock of the test's own."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.llm.pace import FULL, LIMITED, MINUTE, Pace
from ragatta.pipeline.llm.seam import ModelBusy

BUSY = ModelBusy("busy")


class Clock:
    """A clock that moves by as long as somebody waits."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Waiting(threading.Condition):
    """Lets the clock run instead of waiting."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None, "nobody else would ever notify"
        self.clock.now += timeout
        return True


def paced(clock: Clock, **limits: float) -> Pace:
    return Pace(**limits, clock=clock, _changed=Waiting(clock))  # type: ignore[arg-type]


def test_the_first_request_waits_for_nothing_whatever_the_clock_says() -> None:
    clock, told = Clock(), list[str]()
    clock.now = 0.0
    with paced(clock, most=1, rpm=1, tpm=1).admitted(1000, told.append):
        assert (clock.now, told) == (0.0, [])


@given(st.floats(1, 1000), st.lists(st.floats(0, 30), min_size=1, max_size=40))
def test_no_minute_has_more_requests_than_allowed(rpm: float, pauses: list[float]) -> None:
    clock, starts = Clock(), list[float]()
    pace = paced(clock, rpm=rpm)
    for pause in pauses:
        clock.now += pause
        with pace.admitted(10):
            starts.append(clock.now)
    for start in starts:
        assert sum(start <= other < start + MINUTE - 1e-6 for other in starts) <= rpm + 1


@given(st.lists(st.integers(1, 500), min_size=2, max_size=20))
def test_tokens_are_spread_and_unused_ones_given_back(takes: list[int]) -> None:
    clock, tpm = Clock(), 600.0
    pace = paced(clock, tpm=tpm)
    for tokens in takes:
        with pace.admitted(500) as turn:
            turn.answered(tokens)
    spent = sum(takes[:-1])
    assert abs(clock.now - 100.0 - spent * MINUTE / tpm) < 1e-6, "as long as what was really taken needs"


def test_a_refusal_halves_once_a_round_and_replies_widen_again() -> None:
    pace = Pace(most=8)
    with pace.admitted(1) as first, pace.admitted(1) as second:
        first.refused(BUSY)
        second.refused(BUSY)
    assert pace._width == 4
    for _ in range(60):
        with pace.admitted(1) as turn:
            turn.answered(1)
    assert pace._width == 8
    for _ in range(9):
        with pace.admitted(1) as turn:
            turn.refused(BUSY)
    assert pace._width == 1, "one request is always allowed"


def test_a_server_that_asks_for_a_pause_gets_it_from_all() -> None:
    clock = Clock()
    pace = paced(clock)
    with pace.admitted(1) as turn:
        turn.refused(ModelBusy("too many", after=7))
        turn.refused(ModelBusy("too many", after=2))
    clock.now += 3
    with pytest.raises(ModelBusy, match="too many") as caught, pace.admitted(1):
        pass
    assert (caught.value.after, caught.value.often, clock.now) == (4, True, 103.0), "nobody has waited here"
    clock.now += 4
    with pace.admitted(1) as turn:
        turn.refused(ModelBusy("failed", after=99, often=False))
    with pace.admitted(1):
        assert pace.in_flight == 1, "what fails on one call is no word on others"


def test_what_a_request_waits_for_is_told() -> None:
    told, waits, limited, full = list[str](), threading.Event(), paced(Clock(), rpm=6), Pace(most=1)
    with limited.admitted(1, told.append), limited.admitted(1, told.append):
        assert told == [LIMITED]

    def tell(words: str) -> None:
        told.append(words)
        waits.set()

    with full.admitted(1, told.append):
        other = threading.Thread(target=full.admitted(1, tell).__enter__)
        other.start()
        assert waits.wait(10)
    other.join(10)
    assert told == [LIMITED, FULL]


def test_at_most_so_many_are_in_flight() -> None:
    pace, running, most, lock = Pace(most=3), 0, 0, threading.Lock()

    def call() -> None:
        nonlocal running, most
        with pace.admitted(1):
            with lock:
                running += 1
                most = max(most, running)
            threading.Event().wait(0.01)
            with lock:
                running -= 1

    threads = [threading.Thread(target=call) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert (most, pace.in_flight) == (3, 0)
