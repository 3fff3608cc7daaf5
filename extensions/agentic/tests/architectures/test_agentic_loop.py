"""The search loop of agentic under a model that says all kinds of things."""

from __future__ import annotations

from typing import Any

import pytest

from ragatta.extensions.agentic.architectures.agentic import Agentic
from ragatta.pipeline.llm.seam import ContextOverflow, Prompt
from ragatta.pipeline.tasks.base import Reply
from standins.agentic import COMPOSED, ENOUGH, PLAN, QUESTION, ROUTE, SEARCH, Shop, details, files, more, script
from standins.orders import document
from standins.scripted import Script

AGENTIC = Agentic()


def test_the_loop_searches_until_it_is_enough(shop: Shop) -> None:
    tools, trace = shop(script(review_evidence=[more(), more(doc_id=document("AB-101")), ENOUGH]))
    found = AGENTIC.answer(QUESTION, tools)
    assert (found.status, found.value, files(found)) == ("answered", "blue", [document("AB-101")])
    assert len(details(trace, "search")["tool_calls"]) == 2
    assert len(details(trace, "search")["decisions"]) == 3


def test_it_stops_at_its_limit(shop: Shop) -> None:
    tools, trace = shop(script(review_evidence=[more()] * 9))
    assert AGENTIC.answer(QUESTION, tools).status == "answered"
    assert len(details(trace, "search")["tool_calls"]) == 4
    assert len(details(trace, "search")["decisions"]) == 5
    assert AGENTIC.calls(100) == 9 + 26  # the loop's, and those of a plan whose four steps lead to three more


@pytest.mark.parametrize(("reviews", "tool_calls"), [(3, 2), (4, 3), (5, 4)])
def test_the_steps_of_a_question(reviews: int, tool_calls: int, shop: Shop) -> None:
    """The decomposition is two calls, one a phase."""
    tools, trace = shop(script(review_evidence=[*[more()] * tool_calls, ENOUGH]))
    assert AGENTIC.answer(QUESTION, tools).status == "answered"
    searched = details(trace, "search")
    assert (len(searched["decisions"]), len(searched["tool_calls"])) == (reviews, tool_calls)


def test_evidence_too_long_for_the_controller_lets_the_plan_go_on(shop: Shop) -> None:
    class Narrow(Script):
        def ask(self, prompt: Prompt[Any]) -> Reply:
            if prompt.task.name == "review_evidence":
                raise ContextOverflow("too long")
            return super().ask(prompt)

    made = Narrow(
        route_buckets=[ROUTE], decompose_query=[PLAN], plan_search=[SEARCH], compose_answer=[COMPOSED]
    )  # fmt: skip
    tools, trace = shop(made)
    assert AGENTIC.answer(QUESTION, tools).status == "answered"
    assert details(trace, "search")["tool_calls"]
    assert next(record.fallbacks for record in trace.records if record.name == "search") >= 1


def test_an_unknown_field_is_an_error_that_the_next_call_can_mend(shop: Shop) -> None:
    wrong, right = more(filters={"colour": "red"}), more(filters={"total_weight": {">": 50}})
    model = script(review_evidence=[wrong, right, ENOUGH])
    tools, trace = shop(model)
    AGENTIC.answer(QUESTION, tools)
    first, second = details(trace, "search")["tool_calls"]
    assert "no field 'colour'" in first["error"]
    assert second["hits"] > 0
    reviewed = [prompt.user for prompt in model.prompts if prompt.task.name == "review_evidence"]
    assert "total_weight" in reviewed[1]  # the error lists the known fields


@pytest.mark.parametrize(
    "call", [more(bucket="nowhere"), more("get_document_metadata", doc_id="lost.pdf"), more(query="")]
)
def test_a_call_that_cannot_be_used_costs_a_call_and_nothing_else(call: dict[str, Any], shop: Shop) -> None:
    tools, trace = shop(script(review_evidence=[call, more(), ENOUGH]))
    assert AGENTIC.answer(QUESTION, tools).status == "answered"
    assert [bool(one.get("error")) for one in details(trace, "search")["tool_calls"]] == [True, False]


def test_the_model_may_say_how_much_of_how_many_passages_it_wants(shop: Shop) -> None:
    tools, trace = shop(script(review_evidence=[more(top_k=1, context_chars=30), more(top_k=-1), more(), ENOUGH]))
    AGENTIC.answer(QUESTION, tools)
    first, second, usual = details(trace, "search")["tool_calls"]
    assert (first["hits"], first["args"]["top_k"], first["args"]["context_chars"]) == (1, 1, 30)
    assert "top_k" in second["error"]
    assert not usual["args"].keys() & {"top_k", "context_chars"}


def test_no_usable_reply_at_all_is_a_failed_answer(shop: Shop) -> None:
    nothing: dict[str, Any] = {
        "route_buckets": [None], "decompose_query": [None], "plan_search": [None],
        "review_evidence": [None] * 9, "compose_answer": [None],
    }  # fmt: skip
    tools, trace = shop(script(**nothing))
    assert AGENTIC.answer(QUESTION, tools).status == "failed"
    assert details(trace, "search")["tool_calls"]
