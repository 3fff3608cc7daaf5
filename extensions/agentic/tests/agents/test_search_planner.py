"""The plan of a search, and its calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from ragatta.extensions.agentic.agents.search_planner import BOUND, SearchPlanner, planned_calls
from ragatta.extensions.agentic.agents.selection import DocumentSelection
from ragatta.pipeline.tasks.agentic import Constraint, QueryDecomposition, SearchPlan
from standins.scripted import Script

HEAVY = Constraint(field="weight", operator=">", value=50)
QUERY = QueryDecomposition(intent="qa", primary_buckets=["orders"])


@pytest.fixture
def planned(toolbox: Callable[..., Any]) -> Callable[..., SearchPlan]:
    def made(reply: dict[str, Any] | None, *constraints: Constraint, told: Iterable[str] = ()) -> SearchPlan:
        given = None if reply is None else {"strategy": "keyword", "initial_queries": ["pump"], **reply}
        tools, trace = toolbox(Script(plan_search=[given]))
        selection = DocumentSelection(("orders", "letters"), (), constraints)
        with trace.stage("search_planner") as stage:
            plan = SearchPlanner().plan("which?", QUERY, selection, tools, stage)
        assert stage.details.keys() & BOUND == {*told}
        return plan

    return made


@pytest.mark.parametrize(
    ("targets", "constraints", "kept"),
    [
        (["orders"], (), ["orders"]),
        (["nowhere"], (), ["orders", "letters"]),
        (["all"], (), ["all"]),
        (["all"], (HEAVY,), ["orders", "letters"]),  # a condition is one of a bucket
    ],
)
def test_the_plan_keeps_to_the_buckets_that_are_selected(
    targets: list[str], constraints: tuple[Constraint, ...], kept: list[str], planned: Callable[..., SearchPlan]
) -> None:
    found = planned({"target_buckets": targets}, *constraints)
    assert found.target_buckets == kept


@pytest.mark.parametrize(("wanted", "most"), [(99, 4), (0, 1), (-3, 1), (2, 2)])
def test_its_calls_stay_within_the_limit(wanted: int, most: int, planned: Callable[..., SearchPlan]) -> None:
    assert planned({"target_buckets": ["orders"], "max_tool_calls": wanted}).max_tool_calls == most


def test_a_calculation_is_told_where_a_plan_has_one(planned: Callable[..., SearchPlan]) -> None:
    planned({"target_buckets": ["orders"], "calculation": "a + b"}, told=["calculation"])
    planned({"target_buckets": ["orders"]})


def test_an_unusable_reply_is_both_searches_for_the_question(planned: Callable[..., SearchPlan]) -> None:
    found = planned(None)
    assert (found.strategy, found.initial_queries) == ("hybrid", ["which?"])


def test_calls_in_the_bucket_come_before_those_everywhere() -> None:
    plan = SearchPlan(target_buckets=["orders"], strategy="hybrid", initial_queries=["pump"])
    made = [(call.tool, call.args.bucket) for call in planned_calls(plan, (), True)]
    text, semantic = "search_text", "search_semantic"
    assert made == [(text, "orders"), (semantic, "orders"), (text, "all"), (semantic, "all")]
    assert [call.args.bucket for call in planned_calls(plan, (), False)] == ["all", "all"]


def test_every_call_carries_the_filters() -> None:
    plan = SearchPlan(target_buckets=["a", "b"], strategy="keyword", initial_queries=["pump"])
    assert [(call.args.bucket, call.args.filters) for call in planned_calls(plan, [HEAVY], True)] == [
        ("a", [HEAVY]),
        ("b", [HEAVY]),
    ]


def test_near_documents_are_searched_one_by_one_by_meaning() -> None:
    plan = SearchPlan(target_buckets=["all"], strategy="semantic", initial_queries=["pump"])
    made = [(call.tool, call.args.doc_id) for call in planned_calls(plan, (), False, ("a.pdf", "b.pdf"))]
    assert made == [("search_text", ""), ("search_semantic", "a.pdf"), ("search_semantic", "b.pdf")]
