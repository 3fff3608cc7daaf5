"""Constraints by rule, on the fields of orders: words of English, none of a trade."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.extensions.agentic.agents.bucket_notes import note
from ragatta.extensions.extractive.fields.constraints import constraints
from ragatta.extensions.extractive.question.periods import periods
from ragatta.extensions.extractive.rules.decompose_query import decompose_query
from ragatta.pipeline.annotations.schema import Field
from ragatta.pipeline.annotations.sqlite import Annotations
from ragatta.pipeline.tasks.agentic import BucketNote, DecomposeQuery, FieldNote, QueryDecomposition
from standins.orders import FIELDS, ORDERS, annotated


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Annotations:
    made: Annotations = annotated(tmp_path_factory.mktemp("orders") / "store.sqlite")
    return made


def found(question: str, bucket: BucketNote) -> list[tuple[str, str, object]]:
    return [(one.field, one.operator, one.value) for one in constraints(question, bucket).constraints]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("orders with an amount due over $100", [("amount", ">", 100.0)]),
        ("orders over $1k", [("amount", ">", 1000.0)]),
        ("orders that cost at least $60 and less than $100.50", [("amount", ">=", 60.0), ("amount", "<", 100.5)]),
        ("orders of $60 or more", [("amount", ">=", 60.0)]),
        ("orders with a total weight of no more than 40", [("total_weight", "<=", 40.0)]),
        ("orders with a total weight not above 40", [("total_weight", "<=", 40.0)]),
        ("orders between $50 and $100", [("amount", ">=", 50.0), ("amount", "<=", 100.0)]),
        ("orders with a weight from 20 to 60", [("total_weight", ">=", 20.0), ("total_weight", "<=", 60.0)]),
        ("orders with 20 to 60 of total weight", [("total_weight", ">=", 20.0), ("total_weight", "<=", 60.0)]),
        ("between 20 and 60 of total weight", [("total_weight", ">=", 20.0), ("total_weight", "<=", 60.0)]),
        ("orders in March 2024", [("order_date", ">=", "2024-03-01"), ("order_date", "<=", "2024-03-31")]),
        ("orders dated in 2024", [("order_date", ">=", "2024-01-01"), ("order_date", "<=", "2024-12-31")]),
        ("orders before March 20, 2024", [("order_date", "<", "2024-03-20")]),
        ("orders after 2024", [("order_date", ">", "2024-12-31")]),
        ("orders since 5 March 2024", [("order_date", ">=", "2024-03-05")]),
        ("orders placed on 03/05/2024", [("order_date", "=", "2024-03-05")]),
        ("between January and March 2025", [("order_date", ">=", "2025-01-01"), ("order_date", "<=", "2025-03-31")]),
        ("orders from the Elm Street Bakery", [("customer", "=", "Elm Street Bakery")]),
        ("orders from anyone but Harbor Cafe", [("customer", "!=", "Harbor Cafe")]),
        ("orders not sent by the Mill Tavern", [("customer", "!=", "Mill Tavern")]),
        ("orders of Harbor Cafe or Mill Tavern", [("customer", "IN", ["Harbor Cafe", "Mill Tavern"])]),
        ("orders of a customer called Harbor", [("customer", "LIKE", "%Harbor%")]),
        ("open orders over 30 in total weight", [("status", "=", "open"), ("total_weight", ">", 30.0)]),

        ("order ZZ-999", [("order_number", "=", "ZZ-999")]),
        ("order AB-101", [("order_number", "=", "AB-101")]),
        ("orders within 14 days of arrival", []),
        ("the 3 largest orders", []),
    ],
)  # fmt: skip
def test_what_a_question_demands(question: str, expected: list[tuple[str, str, object]], store: Annotations) -> None:
    assert found(question, note(ORDERS, question, store)) == expected


def test_an_amount_of_two_possible_fields_needs_the_name_of_one(store: Annotations) -> None:
    assert found("orders over 50", note(ORDERS, "orders over 50", store)) == []
    assert found("orders over $50", note(ORDERS, "orders over $50", store)) == [("amount", ">", 50.0)]


@settings(deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_read_without_a_fault(question: str) -> None:
    bucket = BucketNote("orders", "", "order_number", tuple(_field(field) for field in FIELDS))
    known = {field.name for field in FIELDS}
    assert all(one.field in known for one in constraints(question, bucket).constraints)
    for period in periods(question):
        assert period.first <= period.last


def _field(field: Field) -> FieldNote:
    return FieldNote(field.name, field.type, field.description, field.labels)


def decomposed(question: str, store: Annotations) -> QueryDecomposition:
    return decompose_query(DecomposeQuery(question, "qa", (note(ORDERS, question, store),)))


@pytest.mark.parametrize(
    ("question", "intent", "function", "fields", "reads_text"),
    [
        ("Which orders have a total weight above 30?", "list", None, [], False),
        ("List every order.", "list", None, [], False),
        ("How many orders are open?", "compute", "count", [], False),
        ("What is the total amount due of the orders in 2025?", "compute", "sum", [], False),
        ("What is the average total weight of open orders?", "compute", "average", [], False),
        ("What is the status of order AB-103?", "qa", None, ["status"], False),
        ("Compare the total weight of order AB-101 and order AB-102.", "compare", None, ["total_weight"], False),
        ("What string was the parcel of order AB-101 tied with?", "qa", None, [], True),
        ("Which orders mention a green string?", "list", None, [], True),
        ("Within how many days may an order over $50 be returned?", "compute", None, [], True),
    ],
)
def test_what_kind_of_answer_and_from_where(
    question: str, intent: str, function: str | None, fields: list[str], reads_text: bool, store: Annotations
) -> None:
    plan = decomposed(question, store)
    assert plan.reads_text == reads_text
    if not reads_text:
        assert plan.intent == intent
        assert (plan.computation.function if plan.computation else None) == function
        assert plan.output_preferences.fields == fields


def test_a_rule_about_any_record_is_no_filter(store: Annotations) -> None:
    assert decomposed("What does an order over $50 cost to send?", store).constraints == []


def test_the_whole_plan_of_the_seed_is_there(store: Annotations) -> None:
    plan = decomposed("Show a table of the orders from Harbor Cafe over $50 with their status", store).model_dump()
    assert plan["intent"] == "list"
    assert plan["primary_buckets"] == ["orders"]
    assert plan["entities"] == [{"name": "Harbor Cafe", "role": "other"}]
    assert plan["constraints"][1] == {"field": "amount", "operator": ">", "value": 50.0, "raw_text": "over $50"}
    assert plan["subqueries"][0]["purpose"] == "filter_docs"
    assert plan["output_preferences"] == {"format": "table", "fields": ["status"], "needs_citations": True}
