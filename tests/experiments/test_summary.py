"""Live and replayed seconds never share a column of a summary."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from conf.schema import Config
from experiments.config import Point
from experiments.journal import Entry
from experiments.summary import Run, Scored, summary_row
from pipeline.types import Question

LIVE, WAITED, ONCE = 1.0, 100.0, 10_000.0  # of a live call, of a replay's own wall time, of the call it replays


def answered(number: int, asked_now: bool, replayed_calls: int, live_calls: int) -> Scored:
    replayed = ONCE * replayed_calls
    timing: dict[str, Any] = {
        "seconds": LIVE if asked_now and not replayed_calls else WAITED,
        "live_calls": live_calls, "replayed_calls": replayed_calls, "replayed_seconds": replayed,
        "tokens_in": 1, "tokens_out": 1,
    }  # fmt: skip
    question = Question(id=str(number), question="?", kind="text", expected="x")
    entry = Entry(str(number), 0, {"status": "answered", "text": "x", "steps": []}, timing)
    return Scored(question, 0, entry, {"score": 1.0}, (), asked_now)


def row(*rows: Scored) -> dict[str, Any]:
    return summary_row(Run(Point("baseline", (), Config()), "k", "c", "d", "m", 1, 0, 0, rows))


ANSWERS = st.lists(st.tuples(st.booleans(), st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=8)


@settings(max_examples=60, deadline=None)
@given(ANSWERS)
def test_no_replay_moves_a_live_figure_and_no_live_call_a_replayed_one(answers: list[tuple[bool, int, int]]) -> None:
    rows = [answered(number, *answer) for number, answer in enumerate(answers)]
    live = [r for r in rows if r.asked_now and not r.entry.timing["replayed_calls"]]
    found = row(*rows)
    for column in ("live_latency_p50_s", "live_latency_p95_s"):
        assert found[column] == LIVE if live else math.isnan(found[column])
    if len(live) < len(rows):
        assert found["replayed_latency_p50_s"] >= WAITED
    else:
        assert math.isnan(found["replayed_latency_p50_s"])
    assert found["live_calls"] == sum(r.entry.timing["live_calls"] for r in rows if r.asked_now)
    calls = sum(r.entry.timing["live_calls"] + r.entry.timing["replayed_calls"] for r in rows)
    assert found["live_calls"] + found["replayed_calls"] == calls


def test_a_question_with_one_replayed_call_among_live_ones_is_no_live_latency() -> None:
    found = row(answered(1, True, 1, 3), answered(2, True, 0, 4))
    assert found["live_latency_p95_s"] == LIVE
    assert found["replayed_latency_p50_s"] == WAITED + ONCE
