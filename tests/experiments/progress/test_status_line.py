from __future__ import annotations

from time import monotonic

import pytest

from ragatta.experiments.progress import status_line, time_left
from ragatta.experiments.progress.status_line import Gauge, short
from ragatta.experiments.progress.time_left import clock
from ragatta.pipeline.llm.meter import Meter, Price
from ragatta.pipeline.llm.seam import Completion


def test_nothing_to_ask_is_no_line() -> None:
    held = Gauge(Meter())
    held.begin()
    assert (held.line(), Gauge(Meter(), 5).line()) == ("", "")


def test_the_line_says_what_was_spent_and_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = monotonic()
    for module in (status_line, time_left):
        monkeypatch.setattr(module, "running_time", lambda: now)
    meter = Meter()
    held = Gauge(meter)
    held.expect(20, 0)
    with meter.call(2000, 100, Price(1, 2)) as book:  # a summary
        book(Completion("", 500_000, 0, 1.0))
    held.begin()
    for _ in range(5):
        with meter.call(2000, 100, Price(1, 2)) as book:
            book(Completion("", 1500, 50, 1.0))
        held.arrived()
    held.arrived("the model gave no usable reply (write_answer: it holds no JSON object)")
    now += 60
    assert held.line() == (
        "6/20 answered · 6 calls, 508k tokens in, 250 out, 129/s · USD 0.51 of about 0.53 · 2 min left · "
        "1 failed (1 the model gave no usable reply (write_answer: it holds no JSON object))"
    )


def test_too_few_answers_promise_nothing() -> None:
    held = Gauge(Meter())
    held.expect(100, 0)
    held.begin()
    held.arrived()
    assert held.line() == "1/100 answered"


def test_numbers_are_short() -> None:
    assert [short(n) for n in (0, 950, 999.9, 12_345, 4_560_000)] == ["0", "950", "1k", "12.3k", "4.56M"]
    assert [clock(s) for s in (45, 700, 9000)] == ["45 s", "12 min", "2.5 h"]
