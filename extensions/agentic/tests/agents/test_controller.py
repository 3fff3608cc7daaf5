"""What facts let a controller decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ragatta.extensions.agentic.agents.controller import Controller, Situation
from ragatta.pipeline.agents.searching.search_tools import ToolResult
from ragatta.pipeline.tasks.agentic import Review, SearchPlan, ToolRequest
from standins.scripted import Script, chunk, hit

PLAN = SearchPlan(target_buckets=["all"], strategy="keyword", initial_queries=["pump"])
CALL = ToolRequest(tool="search_text")
FOUND = ToolResult("search_text", {}, ("manual.pdf",), (hit(chunk("manual.pdf", 0, "a pump")),), ("a pump",))
EMPTY = ToolResult("search_text", {}, ("manual.pdf",))
WRONG = ToolResult("search_text", {}, error="no bucket")
FREE = Situation(None, reads_text=True, lists=False, overload=100)


def asks(kind: str) -> dict[str, Any]:
    return {"status": "clarify", "reason": "why", "clarification_details": {"type": kind, "missing_info": "more"}}


@pytest.fixture
def decided(toolbox: Callable[..., Any]) -> Callable[..., Review]:
    def made(reply: Any, situation: Situation, *results: ToolResult, proposed: ToolRequest | None = None) -> Review:
        tools, trace = toolbox(Script(review_evidence=[reply]))
        with trace.stage("search") as stage:
            return Controller().review(
                "how?", PLAN, [(CALL, own) for own in results], situation, proposed, tools, stage
            )

    return made


@pytest.mark.parametrize(
    ("kind", "situation", "results", "status"),
    [
        ("no_results", FREE, (EMPTY,), "clarify"),
        ("no_results", FREE, (WRONG, EMPTY), "clarify"),
        ("no_results", FREE, (EMPTY, FOUND), "enough"),
        ("no_results", FREE, (WRONG,), "enough"),  # nothing was searched
        ("no_results", FREE, (), "enough"),
        ("overload", FREE, (FOUND,), "enough"),
        ("overload", Situation(100, reads_text=True, lists=False, overload=100), (FOUND,), "clarify"),
        ("overload", Situation(99, reads_text=True, lists=False, overload=100), (FOUND,), "enough"),
    ],
)
def test_a_model_may_ask_back_where_nothing_is_found_or_the_limit_is_reached(
    kind: str, situation: Situation, results: tuple[ToolResult, ...], status: str, decided: Callable[..., Review]
) -> None:
    found = decided(asks(kind), situation, *results)
    assert found.status == status
    if status == "clarify":
        assert found.clarification_details is not None
        assert (found.clarification_details.type, found.clarification_details.missing_info) == (kind, "more")


@pytest.mark.parametrize(
    ("situation", "kind"),
    [
        (Situation(0, reads_text=True, lists=False, overload=100), "no_results"),
        (Situation(100, reads_text=False, lists=True, overload=100), "overload"),
        (Situation(None, reads_text=True, lists=False, overload=100, adrift="no summary is near"), "no_results"),
    ],
)
def test_facts_that_leave_no_answer_are_asked_back_whatever_the_model_says(
    situation: Situation, kind: str, decided: Callable[..., Review]
) -> None:
    found = decided({"status": "enough", "reason": "fine"}, situation)
    assert found.status == "clarify"
    assert found.clarification_details is not None
    assert found.clarification_details.type == kind
    assert found.reason == found.clarification_details.missing_info


def test_more_without_a_call_takes_the_next_of_the_plan(decided: Callable[..., Review]) -> None:
    assert decided({"status": "more"}, FREE, proposed=CALL).next_tool_call == CALL
    assert decided({"status": "more"}, FREE).status == "enough"
    assert decided(None, FREE, proposed=CALL).next_tool_call == CALL  # an unusable reply
