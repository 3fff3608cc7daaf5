"""Traces are made from what is recorded, and say nothing that is not."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from typing import Any

from ragatta.experiments.results.reading import ResultRow
from ragatta.experiments.tracking.spans import Answered, Span, spans

HITS = [
    {"chunk": "a.pdf#3", "pages": [2, 2], "found_by": "semantic", "rank": 1, "score": 0.7, "similarity": 0.7},
    {"chunk": "a.pdf#4", "pages": [2, 3], "found_by": "window", "rank": 0, "score": 0.0, "similarity": 0.0},
]
CALL = {
    "task": "make_plan", "provider": "ollama", "model": "m", "digest": "d", "key": "k1", "live": True, "seconds": 0.25,
    "tokens_in": 30, "tokens_out": 5, "repaired": False, "fell_back": False, "error": "",
}  # fmt: skip
STEP = {"tokens_in": 0, "tokens_out": 0, "fallbacks": 0, "notes": []}
PARTS = [{"name": "search", "seconds": 0.125}, {"name": "window", "seconds": 0.0625}]
TOOK = {"live_calls": 0, "replayed_calls": 0, "replayed_seconds": 0.0, "calls": [], "parts": []}
CONTEXT = {"id": "a.pdf#3", "source_file": "a.pdf", "first_page": 2, "last_page": 2}
ENTRY = {"messages": [{"role": "user", "content": "plan!"}], "options": {"seed": 0}, "reply": {"text": "{}"}}


def answered() -> Answered:
    answer: dict[str, Any] = {
        "question_id": "q1", "sample": 0, "answer": "It is 7.", "status": "answered", "limitations": "",
        "context": [CONTEXT], "confidence": "high", "citations": [{"source_file": "a.pdf", "first_page": 2}],
        "steps": [
            {**STEP, "name": "planner", "details": {"steps": [{"query": "seven", "documents": ["a.pdf"]}]}},
            {**STEP, "name": "retriever", "details": {"hits": [HITS]}},
            {**STEP, "name": "orchestrator", "details": {"context_tokens": 90, "cut": []}, "notes": ["short"]},
        ],
    }  # fmt: skip
    timing = {
        **TOOK, "question_id": "q1", "sample": 0, "answered_now": True, "started": 1000.0, "seconds": 1.0,
        "tokens_in": 30, "tokens_out": 5, "stages": [
            {**TOOK, "name": "planner", "seconds": 0.3, "calls": [CALL]},
            {**TOOK, "name": "retriever", "seconds": 0.2, "parts": PARTS},
            {**TOOK, "name": "orchestrator", "seconds": 0.4},
        ],
    }  # fmt: skip
    row = ResultRow("q1", 0, answer, {"score": 1.0}, "", (), timing)
    return Answered("r" * 64, "router_planner", "How much?", "7", row)


def changed(one: Answered, answer: dict[str, Any] | None = None, timing: dict[str, Any] | None = None) -> Answered:
    row = replace(one.row, answer={**one.row.answer, **(answer or {})}, timing={**one.row.timing, **(timing or {})})
    return replace(one, row=row)


def traced(one: Answered, entry: Any = ENTRY) -> dict[str, Span]:
    return {span["name"]: span for span in spans(one, "tr-" + "0" * 32, {"k1": entry}.get)}


def told(span: Span, name: str) -> Any:
    return json.loads(span["attributes"][name])


def test_a_span_a_stage_a_step_and_a_call_each_below_its_own() -> None:
    made = traced(answered())
    parents = {name: next((p for p in made if made[p]["id"] == span["parent_id"]), None) for name, span in made.items()}
    assert parents == {
        "router_planner": None, "planner": "router_planner", "make_plan": "planner", "retriever": "router_planner",
        "step 1": "retriever", "window": "step 1", "orchestrator": "router_planner",
    }  # fmt: skip


def test_stages_lie_end_to_end_from_the_recorded_start() -> None:
    made = traced(answered())
    at = {
        name: ((span["start"] - 1000 * 10**9) / 1e9, (span["end"] - span["start"]) / 1e9) for name, span in made.items()
    }
    assert at["router_planner"] == (0, 1)
    assert at["planner"] == (0, 0.3)
    assert at["make_plan"] == (0, 0.25)
    assert at["retriever"] == (0.3, 0.2)
    assert at["step 1"] == (0.3, 0.1875)
    assert at["window"] == (0.425, 0.0625)
    assert at["orchestrator"] == (0.5, 0.4)


def test_searches_that_were_timed_together_all_take_the_time_of_all() -> None:
    one = answered()
    one.row.answer["steps"][1]["details"]["hits"] = [HITS, HITS]
    found = [span for span in spans(one, "tr-" + "0" * 32, {}.get) if span["name"].startswith("step ")]
    assert [(span["start"] - 1000 * 10**9) / 1e9 for span in found] == [0.3, 0.3]
    assert {(span["end"] - span["start"]) / 1e9 for span in found} == {0.1875}


def test_searches_that_were_not_timed_have_a_span_too() -> None:
    one = answered()
    one.row.timing["stages"][1]["parts"] = []
    assert (span := traced(one)["step 1"])["start"] == span["end"]


def test_hits_come_with_scores_and_pages_and_the_plans_query() -> None:
    made = traced(answered())
    assert told(made["step 1"], "mlflow.spanInputs") == {"query": "seven", "documents": ["a.pdf"]}
    first, second = told(made["step 1"], "mlflow.spanOutputs")
    assert first["metadata"] == {**HITS[0], "doc_uri": "a.pdf"}
    assert second["page_content"] == "a.pdf, pages 2-3"
    assert told(made["window"], "mlflow.spanOutputs") == [second]
    assert told(made["orchestrator"], "mlflow.spanInputs")["context"] == ["a.pdf#3, page 2"]
    assert told(made["orchestrator"], "notes") == ["short"]


def test_a_recorded_call_shows_its_prompt_reply_and_tokens() -> None:
    call = traced(answered())["make_plan"]
    assert told(call, "mlflow.spanInputs")["messages"] == ENTRY["messages"]
    assert told(call, "mlflow.spanOutputs")["choices"][0]["message"]["content"] == "{}"
    assert told(call, "mlflow.chat.tokenUsage") == {"input_tokens": 30, "output_tokens": 5, "total_tokens": 35}


def test_no_prompt_is_invented() -> None:
    gone = traced(answered(), None)["make_plan"]
    assert "mlflow.spanInputs" not in gone["attributes"]
    assert "no longer" in told(gone, "prompt")
    one = answered()
    stages = deepcopy(one.row.timing["stages"])
    stages[0]["calls"][0]["key"] = ""
    unrecorded = traced(changed(one, timing={"stages": stages}))["make_plan"]
    assert "mlflow.spanInputs" not in unrecorded["attributes"]
    assert told(unrecorded, "prompt").startswith("not recorded")


def test_a_call_that_failed_has_no_reply_and_a_failed_question_says_why() -> None:
    assert "mlflow.spanOutputs" not in traced(answered(), {**ENTRY, "reply": None})["make_plan"]["attributes"]
    root = traced(changed(answered(), {"status": "failed", "limitations": "no reply within 5 s"}))["router_planner"]
    assert (root["status"], root["message"]) == ("ERROR", "no reply within 5 s")


def test_replayed_seconds_are_in_the_length_and_said() -> None:
    root = traced(changed(answered(), timing={"replayed_calls": 2, "replayed_seconds": 5.0}))["router_planner"]
    assert root["end"] - root["start"] == 6 * 10**9
    assert (told(root, "seconds"), told(root, "replayed_seconds")) == (1.0, 5.0)


def test_an_answer_that_did_not_come_has_no_score() -> None:
    assert answered().scores
    assert not changed(answered(), {"status": "failed", "failure": "not_answered"}).scores


def test_the_id_is_of_what_the_trace_shows() -> None:
    one = answered()
    same = changed(one, timing={"answered_now": False})
    rescored = replace(one, row=replace(one.row, scores={"score": 0.0}))
    others = [changed(one, {"answer": "8"}), changed(one, timing={"seconds": 2.0}), replace(one, question="?"),
              replace(one, expected="8"), rescored]  # fmt: skip
    assert same.trace_id("1") == one.trace_id("1")
    assert len({other.trace_id("1") for other in (one, *others)} | {one.trace_id("2")}) == 7
