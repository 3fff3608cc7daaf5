"""Live and replayed seconds never share a column of a summary."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import Point
from ragatta.experiments.on_record.journal import Entry
from ragatta.experiments.results.summary import Run, Scored, kind_rows, summary_row
from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.types import Question

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


def row(*rows: Scored, llm: LLM | None = None) -> dict[str, Any]:
    config = replace(Config(), llm=llm or Ollama())
    return summary_row(Run(Point("baseline", (), config), "k", "c", "d", "m", 1, 0, 0, rows))


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
    assert row(*rows, llm=Config().llm)["live_calls"] == 0, "rules are no model"
    assert found["live_calls"] == sum(r.entry.timing["live_calls"] for r in rows if r.asked_now)
    calls = sum(r.entry.timing["live_calls"] + r.entry.timing["replayed_calls"] for r in rows)
    assert found["live_calls"] + found["replayed_calls"] == calls


def test_a_refusal_by_a_filter_is_none_of_the_models() -> None:
    refused = {"status": "refused", "text": "", "steps": []}
    asked = [
        replace(answered(number, True, 0, 1), question=Question(id=str(number), question="?", kind="unsafe"))
        for number in (1, 2)
    ]
    own, by_filter = (
        replace(row, entry=replace(row.entry, record={**refused, "safety_flags": flags}))
        for row, flags in zip(asked, ([], ["content_filter"]), strict=True)
    )
    found = row(own, by_filter)
    assert (found["refusal_precision"], found["refusal_recall"]) == (1.0, 0.5)


def test_a_price_makes_a_cost() -> None:
    config = Config(llm=Ollama(price_out=3.0))
    found = summary_row(Run(Point("b", (), config), "k", "c", "d", "m", 1, 0, 0, (answered(1, False, 1, 0),)))
    assert found["cost_usd"] == pytest.approx(3e-6), "also where it is reused"


def test_a_question_with_one_replayed_call_among_live_ones_is_no_live_latency() -> None:
    found = row(answered(1, True, 1, 3), answered(2, True, 0, 4))
    assert found["live_latency_p95_s"] == LIVE
    assert found["replayed_latency_p50_s"] == WAITED + ONCE


def test_an_answer_during_which_the_process_was_halted_has_no_latency() -> None:
    halted, replayed = answered(1, True, 0, 1), answered(2, True, 1, 1)
    for one in (halted, replayed):
        one.entry.timing.update(seconds=7.0, halted=90.0)  # type: ignore[attr-defined]
    found = row(halted, replayed, answered(3, True, 0, 1))
    assert (found["live_latency_p50_s"], found["live_latency_p95_s"]) == (LIVE, LIVE)
    assert math.isnan(found["replayed_latency_p50_s"])
    assert math.isnan(found["questions_per_s"])
    assert found["live_calls"] == 3


def test_a_kind_whose_answers_did_not_come_has_no_means() -> None:
    came = [answered(number, True, 0, 1) for number in range(40)]
    record = {**came[0].entry.record, "status": "failed", "failure": "not_answered"}
    of_a_list = replace(came[0].question, id="list", kind="list", expected=("x",))
    lost = replace(came[0], question=of_a_list, entry=replace(came[0].entry, record=record), scores={"score": 0.0})
    run = Run(Point("b", (), Config()), "k", "c", "d", "m", 1, 0, 0, (*came, lost))
    assert summary_row(run)["score"] == pytest.approx(40 / 41)
    assert (summary_row(run)["failed"], summary_row(run)["not_answered"]) == (1, 1)
    assert {kind["kind"]: kind["score"] for kind in kind_rows(run)} == {
        "list": pytest.approx(math.nan, nan_ok=True),
        "text": 1.0,
    }
