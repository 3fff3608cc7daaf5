"""A model's plan of a question over the fields: every field of it counts, and none of it can break an answer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragatta.extensions.agentic.architectures.agentic import Agentic
from standins.agentic import COMPOSED, ENOUGH, PLAN, QUESTION, Shop, asked, files, script
from standins.orders import document

AGENTIC = Agentic()

FIELDS = {"intent": "qa", "primary_buckets": ["orders"], "subqueries": [{"purpose": "filter_docs", "query": "orders"}]}
ONE = {**FIELDS, "constraints": [{"field": "order_number", "value": "AB-101"}]}


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ({"field": "amount", "operator": ">", "value": "100"}, "yes"),
        ({"field": "amount", "operator": "≤", "value": 100}, "no"),
        ({"field": "customer", "operator": "is", "value": "ELM STREET BAKERY"}, "yes"),
        ({"field": "customer", "operator": "resembles", "value": "Elm"}, ""),  # no operator: the value is told instead
        ({"field": "amount", "operator": ">", "value": "a lot"}, ""),
        ({"field": "colour", "value": "red"}, ""),
    ],
)
def test_whether_a_document_meets_what_a_model_asks(condition: dict[str, Any], said: str, shop: Shop) -> None:
    plan = {**ONE, "asked_whether": [condition], "output_preferences": {"fields": ["amount"]}}
    found = AGENTIC.answer(QUESTION, shop(script(decompose_query=[plan]))[0])
    assert found.value == (said or "120.50")


def test_parts_of_a_model_are_answered_each_from_where_it_stands(shop: Shop) -> None:
    of_fields = {**ONE, "question": "What is the amount due of AB-101?", "output_preferences": {"fields": ["amount"]}}
    of_text = {**PLAN, "question": "Which string was used?"}
    plan = {**PLAN, "parts": [of_fields, of_text]}
    composed = {"status": "answered", "text": "", "parts": [COMPOSED]}
    found = AGENTIC.answer(QUESTION, shop(script(decompose_query=[plan], compose_answer=[composed]))[0])
    assert [part.value for part in found.sub_answers] == ["120.50", "blue"]
    assert files(found) == [document("AB-101")]


def test_what_a_model_finds_unclear_is_asked_back(shop: Shop) -> None:
    plan = {**FIELDS, "unclear": ["amount", "total_weight"]}
    found = AGENTIC.answer(asked("Which order is the largest?"), shop(script(decompose_query=[plan]))[0])
    assert found.status == "clarify"
    assert "amount or total weight" in found.text


def test_a_figure_over_what_is_no_number_is_not_given(shop: Shop) -> None:
    plan = {**FIELDS, "intent": "compute", "computation": {"function": "sum", "field": "customer"}}
    found = AGENTIC.answer(QUESTION, shop(script(decompose_query=[plan], review_evidence=[ENOUGH]))[0])
    assert (found.status, found.value) == ("no_information", "")
    assert "customer is not a number" in found.limitations


_FIELD = st.sampled_from(["order_number", "customer", "amount", "total_weight", "order_date", "doc_id", "colour", ""])
_VALUE = st.one_of(st.floats(allow_nan=True), st.sampled_from(["AB-101", "2024", "", "100"]), st.just(["AB-101", "x"]))
_OPERATOR = st.sampled_from(["=", "!=", "<", ">=", "LIKE", "IN", "BETWEEN", "", "resembles"])
_CONDITIONS = st.just([]) | st.lists(
    st.fixed_dictionaries({"field": _FIELD, "operator": _OPERATOR, "value": _VALUE}), max_size=2
)
_FUNCTION = st.sampled_from(["count", "sum", "average", "minimum", "maximum"])
_PLANS = st.fixed_dictionaries(
    {
        "intent": st.sampled_from(["qa", "list", "summarize", "compare", *["compute"] * 3]),
        "primary_buckets": st.lists(st.sampled_from(["orders", "handbook", "nowhere"]), max_size=2),
        "constraints": _CONDITIONS,
        "asked_whether": _CONDITIONS,
        "unclear": st.lists(_FIELD, max_size=2),
        "subqueries": st.sampled_from([FIELDS["subqueries"], PLAN["subqueries"], []]),
        "computation": st.none() | st.fixed_dictionaries({"function": _FUNCTION, "field": _FIELD}),
        "output_preferences": st.fixed_dictionaries(
            {"format": st.sampled_from(["natural_language", "list", "table"]), "fields": st.lists(_FIELD, max_size=2)}
        ),
    }
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    plan=_PLANS,
    parts=st.lists(st.tuples(_PLANS, st.sampled_from(["Which string?", "?"])), max_size=2),
    composed=st.lists(st.just(COMPOSED), max_size=3),
)
def test_no_plan_breaks_an_answer(
    plan: dict[str, Any], parts: list[tuple[dict[str, Any], str]], composed: list[Any], shop: Shop
) -> None:
    whole = {**plan, "parts": [{**own, "question": question} for own, question in parts]}
    model = script(
        decompose_query=[whole], compose_answer=[{**COMPOSED, "parts": composed}], review_evidence=[ENOUGH] * 2
    )
    assert AGENTIC.answer(QUESTION, shop(model)[0]).status in ("answered", "no_information", "clarify")
