from __future__ import annotations

from dataclasses import dataclass

import pytest

from ragatta.pipeline.agents.trace import Trace


@dataclass(frozen=True)
class Called:
    live: bool = True
    seconds: float = 2.0
    tokens_in: int = 10
    tokens_out: int = 3
    fell_back: bool = False


def test_a_stage_books_the_calls_made_in_it_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 100.5, 200.0, 200.25])  # a stage's beginning and end
    monkeypatch.setattr("ragatta.pipeline.agents.trace.answering_time", lambda: next(clock))
    calls = [Called(tokens_in=999)]
    trace = Trace(calls)
    with trace.stage("router"):
        calls += [Called(), Called(live=False, seconds=5.0)]
    with trace.stage("planner"):
        calls.append(Called(fell_back=True))
    router, planner = trace.records
    assert (router.name, router.live_calls, router.replayed_calls, router.replayed_seconds) == ("router", 1, 1, 5.0)
    assert (router.tokens_in, router.tokens_out, router.fallbacks) == (20, 6, 0)
    assert (planner.live_calls, planner.tokens_in, planner.fallbacks) == (1, 10, 1)
    assert (router.seconds, planner.seconds) == (0.5, 0.25), "what a replayed call once took is no time of this run"


def test_fallbacks_of_calls_and_of_the_agent_add_up() -> None:
    calls: list[Called] = []
    trace = Trace(calls)
    with trace.stage("router") as stage:
        calls.append(Called(fell_back=True))
        stage.fall_back("no valid name")
        stage.note("a note is no fallback")
    assert trace.records[0].fallbacks == 2
    assert trace.records[0].notes == ("no valid name", "a note is no fallback")


def test_a_stage_that_raises_is_recorded_with_what_it_noted() -> None:
    trace = Trace([])

    def fails() -> None:
        with trace.stage("router") as stage:
            stage.details["documents"] = ["a.pdf"]
            raise ValueError("no reply")

    with pytest.raises(ValueError, match="no reply"):
        fails()
    assert [(record.name, dict(record.details)) for record in trace.records] == [("router", {"documents": ["a.pdf"]})]
