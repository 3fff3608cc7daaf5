from __future__ import annotations

from collections.abc import Callable

from ragatta.pipeline.architectures.router_planner import RouterPlanner
from ragatta.pipeline.types import AskedQuestion
from tests.standins.architectures import TWO_DOCUMENTS

ROUTER_PLANNER = RouterPlanner(router=TWO_DOCUMENTS)
ASKED = AskedQuestion("What is the price of the brass pump?")


def test_its_four_stages_in_their_order(tools: Callable) -> None:
    toolbox, trace = tools("router_planner")
    ROUTER_PLANNER.answer(ASKED, toolbox)
    assert [record.name for record in trace.records] == ["router", "planner", "retriever", "orchestrator"]
    # The router asks twice (reason, choose), planner and orchestrator once, the retriever never.
    assert [record.live_calls for record in trace.records] == [2, 1, 0, 1]


def test_retrieve_stops_before_the_answer_and_finds_what_the_answer_is_written_from(tools: Callable) -> None:
    toolbox, trace = tools("router_planner")
    found = ROUTER_PLANNER.retrieve(ASKED, toolbox)
    assert [record.name for record in trace.records] == ["router", "planner", "retriever"]
    hits = {hit.chunk.id for result in found.step_results for hit in result.hits}
    assert hits == {chunk.id for chunk in ROUTER_PLANNER.answer(ASKED, tools("router_planner")[0]).context}


def test_only_routed_documents_are_searched(tools: Callable) -> None:
    toolbox, trace = tools("router_planner")
    found = ROUTER_PLANNER.retrieve(ASKED, toolbox)
    routed = set(trace.records[0].details["documents"])
    assert len(routed) == 2
    assert {hit.chunk.source_file for result in found.step_results for hit in result.hits} <= routed


def test_a_scope_without_documents_costs_one_note_a_stage_and_no_call(tools: Callable) -> None:
    toolbox, trace = tools("router_planner")
    assert (
        ROUTER_PLANNER.answer(AskedQuestion(ASKED.question, documents=("lost.pdf",)), toolbox).status
        == "no_information"
    )
    assert sum(record.live_calls for record in trace.records) == 0
    assert [bool(record.notes) for record in trace.records] == [True, True, False, False]
