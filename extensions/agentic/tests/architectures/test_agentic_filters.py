"""The filters of agentic under a model: kept by every call, recorded as executed, never answered over."""

from __future__ import annotations

from typing import Any

import pytest

from ragatta.extensions.agentic.architectures.agentic import Agentic
from standins.agentic import ENOUGH, PLAN, QUESTION, SEARCH, Shop, details, more, script
from standins.orders import document

AGENTIC = Agentic()

BAKERY = {"field": "customer", "operator": "=", "value": "Elm Street Bakery", "raw_text": "Elm Street Bakery"}


@pytest.mark.parametrize("args", [{}, {"bucket": "all"}, {"bucket": "handbook"}])
def test_a_search_cannot_forget_a_filter(args: dict[str, Any], shop: Shop) -> None:
    plan = {**PLAN, "constraints": [BAKERY]}
    tools, trace = shop(script(decompose_query=[plan], review_evidence=[more(**args), ENOUGH]))
    found = AGENTIC.answer(QUESTION, tools)
    own = {document("AB-101"), document("AB-103")}
    assert {page.source_file for page in found.context} <= own
    assert {hit["chunk"].rpartition("#")[0] for hits in details(trace, "search")["hits"] for hit in hits} <= own
    assert details(trace, "search")["filters"] == [
        {"bucket": "orders", "field": "customer", "operator": "=", "value": "Elm Street Bakery"}
    ]


def test_the_filters_of_a_call_are_recorded_as_they_were_executed(shop: Shop) -> None:
    heavy, wrong = more(filters={"total_weight": {">": 50}}), more(filters={"colour": "red"})
    tools, trace = shop(script(review_evidence=[wrong, heavy, heavy, ENOUGH]))
    AGENTIC.answer(QUESTION, tools)
    assert details(trace, "search")["filters"] == [
        {"bucket": "orders", "field": "total_weight", "operator": ">", "value": 50}
    ]


def test_a_plan_for_everywhere_keeps_the_bucket_of_its_filter(shop: Shop) -> None:
    plan = {**PLAN, "constraints": [BAKERY]}
    goes_on = {"status": "more"}
    model = script(decompose_query=[plan], plan_search=[{**SEARCH, "target_buckets": ["all"]}])
    model.replies["review_evidence"] = [goes_on, ENOUGH]
    tools, trace = shop(model)
    AGENTIC.answer(QUESTION, tools)
    (made,) = details(trace, "search")["tool_calls"]
    assert made["args"]["bucket"] == "orders"
    assert "error" not in made


def test_a_model_cannot_answer_over_a_filter_that_nothing_meets(shop: Shop) -> None:
    plan = {**PLAN, "constraints": [{"field": "total_weight", "operator": ">", "value": 5000, "raw_text": "over 5000"}]}
    tools, _ = shop(script(decompose_query=[plan], review_evidence=[ENOUGH]))
    assert AGENTIC.answer(QUESTION, tools).status == "clarify"


def test_a_filter_on_no_field_is_left_out_and_said(shop: Shop) -> None:
    plan = {**PLAN, "constraints": [{"field": "colour", "operator": "=", "value": "red", "raw_text": "red"}]}
    found = AGENTIC.answer(QUESTION, shop(script(decompose_query=[plan]))[0])
    assert found.status == "answered"
    assert "no field 'colour'" in found.limitations
