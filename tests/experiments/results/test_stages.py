"""Seconds by stage, calls by role: from the timings of answers."""

from __future__ import annotations

import math
from typing import Any

import pytest

from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import Point
from ragatta.experiments.on_record.journal import Entry
from ragatta.experiments.results.summary import Run, Scored, summary_row
from ragatta.experiments.results.writing import call_rows, stage_rows
from ragatta.pipeline.llm.backends.openai import OpenAI
from ragatta.pipeline.types import Question


def call(task: str, model: str = "m", *, live: bool = True) -> dict[str, Any]:
    return {"task": task, "provider": "p", "model": model, "live": live, "fell_back": False, "seconds": 0.5,
            "tokens_in": 10, "tokens_out": 2}  # fmt: skip


def stage(name: str, seconds: float, *calls: dict[str, Any], replayed: float = 0.0) -> dict[str, Any]:
    return {"name": name, "seconds": seconds, "replayed_seconds": replayed, "calls": [*calls]}


def answer(number: int, *stages: dict[str, Any], replayed_calls: int = 0, started: float = 0.0) -> Scored:
    timing = {"started": started, "seconds": 2.0, "live_calls": 1, "replayed_calls": replayed_calls, "tokens_in": 0,
              "tokens_out": 0, "replayed_seconds": 0.0, "stages": [*stages]}  # fmt: skip
    question = Question(id=str(number), question="?", kind="text", expected="x")
    entry = Entry(str(number), 0, {"status": "answered", "text": "x", "steps": []}, timing)
    return Scored(question, 0, entry, {"score": 1.0}, (), asked_now=True)


def run(*rows: Scored) -> Run:
    return Run(Point("baseline", (), Config()), "k", "c", "d", "m", 1, 0, 0, rows)


def test_the_seconds_of_a_stage_are_summed_in_an_answer_and_live_ones_stand_apart() -> None:
    loop = answer(1, stage("retriever", 1.0), stage("review", 0.1), stage("retriever", 2.0))
    once = answer(2, stage("retriever", 1.0))
    replayed = answer(3, stage("retriever", 0.2, replayed=40.0), replayed_calls=1)
    measured = [{"name": name, "wall_s": 9.0, "peak_mb": peak} for name, peak in [("index", 300.0), ("score", 1.0)]]
    retriever, review, index = stage_rows(run(loop, once, replayed), measured)
    assert (retriever["stage"], retriever["answers"], retriever["live_latency_p50_s"]) == ("retriever", 3, 2.0)
    assert retriever["live_latency_p95_s"] == pytest.approx(2.9)
    assert retriever["replayed_latency_p50_s"] == retriever["replayed_latency_p95_s"] == pytest.approx(40.2)
    assert (review["answers"], review["live_latency_p50_s"]) == (1, 0.1)
    assert math.isnan(review["replayed_latency_p50_s"])
    assert (index["measured"], index["stage"], index["peak_mb"]) == ("command", "index", 300.0)


def test_calls_are_counted_by_role_and_model() -> None:
    planned = answer(1, stage("planner", 1.0, call("make_plan"), call("make_plan", live=False)))
    other = answer(2, stage("planner", 1.0, call("make_plan", "large")), stage("composer", 1.0, call("compose")))
    rows = call_rows(run(planned, other))
    assert [(row["stage"], row["task"], row["model"], row["calls"], row["live_calls"]) for row in rows] == [
        ("planner", "make_plan", "m", 2, 1),
        ("planner", "make_plan", "large", 1, 1),
        ("composer", "compose", "m", 1, 1),
    ]
    assert (rows[0]["calls_per_answer"], rows[0]["call_p50_s"], rows[0]["tokens_in"]) == (1.0, 0.5, 20)


def test_each_call_costs_what_its_model_costs_and_the_variation_costs_the_sum() -> None:
    config = Config(llm=OpenAI(price_in=1.0, models={"large": {"price_in": 100.0, "price_out": 500.0}}))
    steps = stage("planner", 1.0, call("make_plan", "small")), stage("composer", 1.0, call("compose", "large"))
    priced = Run(Point("baseline", (), config), "k", "c", "d", "m", 1, 0, 0, (answer(1, *steps),))
    costs = [row["cost_usd"] for row in call_rows(priced)]
    assert costs == pytest.approx([10 * 1 / 1e6, (10 * 100 + 2 * 500) / 1e6])
    assert summary_row(priced)["cost_usd"] == pytest.approx(sum(costs))
    assert math.isnan(call_rows(run(answer(1, *steps)))[0]["cost_usd"]), "not known without a price"


def test_questions_a_second_run_from_the_first_begin_to_the_last_end() -> None:
    asked = [answer(number, stage("retriever", 1.0), started=100.0 + number) for number in range(3)]
    assert summary_row(run(*asked))["questions_per_s"] == pytest.approx(3 / 4)
    assert math.isnan(summary_row(run(answer(1, replayed_calls=1)))["questions_per_s"])
    assert stage_rows(run()) == call_rows(run()) == []


def test_seconds_of_an_answer_that_was_halted_count_nowhere() -> None:
    halted, other = (answer(n, stage("planner", 1.0 / n, call("make_plan"))) for n in (1, 2))
    halted.entry.timing["halted"] = 90.0  # type: ignore[index]
    halted.entry.timing["stages"][0]["calls"][0]["seconds"] = 0.1
    (planner,) = stage_rows(run(halted, other), [])
    assert (planner["answers"], planner["live_latency_p95_s"]) == (1, 0.5)
    (calls,) = call_rows(run(halted, other))
    assert (calls["calls"], calls["call_p50_s"]) == (2, 0.5)
