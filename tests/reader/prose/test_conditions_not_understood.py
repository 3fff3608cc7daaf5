"""A condition is read as what is said or named as unread; it is never dropped and never turned into its opposite."""

from __future__ import annotations

import pytest
from standins.orders import ORDERS, annotated

from pipeline.agents.agentic.bucket_notes import note
from pipeline.annotations.store import Annotations
from pipeline.tasks.agentic import BucketNote, DecomposeQuery, FieldNote, QueryDecomposition
from reader.decompositions import decompose_query
from reader.fields.constraints import Found, constraints


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Annotations:
    made: Annotations = annotated(tmp_path_factory.mktemp("orders") / "store.sqlite")
    return made


def read(question: str, store: Annotations) -> Found:
    return constraints(question, note(ORDERS, question, store))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("orders not placed before 2025", [("order_date", ">=", "2025-01-01")]),
        ("orders that were never placed after 2024", [("order_date", "<=", "2024-12-31")]),
        ("orders not placed on 2024-03-05", [("order_date", "!=", "2024-03-05")]),
        ("orders that do not have a total weight of 40", [("total_weight", "!=", 40.0)]),
        ("orders that don't cost more than $100", [("amount", "<=", 100.0)]),
        (
            "orders neither by the Mill Tavern nor by the Harbor Cafe",
            [("customer", "!=", "Mill Tavern"), ("customer", "!=", "Harbor Cafe")],
        ),
        ("orders placed after the end of March 2024", [("order_date", ">", "2024-03-31")]),
        ("orders placed before the beginning of 2025", [("order_date", "<", "2025-01-01")]),
        ("orders placed before the end of March 2024", [("order_date", "<", "2024-03-31")]),
        (
            "orders placed in 2024 or 2025",
            [("order_date", ">=", "2024-01-01"), ("order_date", "<=", "2025-12-31")],
        ),
        (
            "orders placed in 2023, 2024 and in 2025",
            [("order_date", ">=", "2023-01-01"), ("order_date", "<=", "2025-12-31")],
        ),
        (
            "orders with amount > 100 and total weight <= 50",
            [("amount", ">", 100.0), ("total_weight", "<=", 50.0)],
        ),
        ("orders with a total weight other than 40", [("total_weight", "!=", 40.0)]),
        ("orders with a total weight over 50 over 20", [("total_weight", ">", 50.0), ("total_weight", ">", 20.0)]),
    ],
)
def test_negations_edges_and_lists_of_years(
    question: str, expected: list[tuple[str, str, object]], store: Annotations
) -> None:
    read_as = [(one.field, one.operator, one.value) for one in read(question, store).constraints]
    assert sorted(read_as, key=str) == sorted(expected, key=str)
    assert read(question, store).unread == ()


@pytest.mark.parametrize(
    "question",
    [
        "orders not placed in 2024",
        "orders not placed between 2024 and 2025",
        "orders placed in 2022 or 2025",
        "orders placed in the summer of 2024",
        "orders placed in early 2024",
        "orders over $100 or placed in 2024",
    ],
)
def test_what_no_bounds_can_say_is_unread(question: str, store: Annotations) -> None:
    found = read(question, store)
    assert found.unread
    assert not any(one.field == "order_date" and question.startswith("orders not") for one in found.constraints)


def decomposed(question: str, store: Annotations) -> QueryDecomposition:
    return decompose_query(DecomposeQuery(question, "qa", (note(ORDERS, question, store),)))


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("How many orders were not placed in 2024?", "not placed in 2024"),
        ("List the orders placed last year", "last year"),
        ("List the orders placed in May", "in May"),
        ("List the orders placed in the summer of 2024", "summer"),
        ("Which orders have the 3 highest amounts due?", "3"),
        ("How many orders perished?", "perished"),
        ("What is the total amount due and total weight of all orders?", "amount"),
        ("List the orders over $100 or placed in 2024", "or"),
        ("How many orders have no amount due?", "no"),
        ("Which orders are without an amount due?", "without"),
        ("How many orders lack a status?", "lack"),
        ("How many orders are there per status?", "per status"),
        ("What is the total amount due of the orders by customer?", "by customer"),
        ("How many orders were placed in 2024 for each customer?", "for each customer"),
    ],
)
def test_a_condition_that_is_not_understood_leaves_no_answer_to_the_fields(
    question: str, named: str, store: Annotations
) -> None:
    plan = decomposed(question, store)
    assert plan.reads_text
    assert any(named in one for one in plan.not_considered)


def test_a_field_behind_by_that_is_no_group_changes_nothing(store: Annotations) -> None:
    assert not decomposed("How many orders are from the Mill Tavern?", store).reads_text
    assert not decomposed("List the orders by customer", store).reads_text
    assert not decomposed("What is the latest order by date?", store).reads_text
    assert not decomposed("How many orders by the customer Mill Tavern are there?", store).reads_text


def test_a_stored_value_is_known_in_another_form() -> None:
    bucket = BucketNote("tests", "", "", (FieldNote("result", "TEXT", "", ("Result",), ("fail", "pass")),))
    plan = decompose_query(DecomposeQuery("How many tests failed?", "compute", (bucket,)))
    assert [(one.field, one.value) for one in plan.constraints] == [("result", "fail")]
    assert not plan.reads_text


def test_whether_a_record_meets_a_bound_is_told_by_its_value(store: Annotations) -> None:
    plan = decomposed("Is the amount due of order AB-102 higher than 100?", store)
    assert [one.field for one in plan.constraints] == ["order_number"]
    assert plan.output_preferences.fields == ["amount"]


def test_a_year_in_a_field_of_numbers_is_compared_as_a_number() -> None:
    bucket = BucketNote("parts", "", "", (FieldNote("release_year", "INTEGER", "", ("Release Year",)),))
    found = constraints("parts with a release year after 2020", bucket).constraints
    assert [(one.operator, one.value) for one in found] == [(">", 2020.0)]


def test_an_identifier_of_one_word_is_what_records_are_called() -> None:
    fields = (FieldNote("part", "TEXT", "", ("Part",)), FieldNote("price", "REAL", "", ("Price",)))
    plan = decompose_query(
        DecomposeQuery("Which parts cost less than $5?", "list", (BucketNote("datasheets", "", "part", fields),))
    )
    assert not plan.reads_text
    assert [(one.field, one.operator) for one in plan.constraints] == [("price", "<")]


def test_a_participle_before_a_date_is_a_part_of_that_condition(store: Annotations) -> None:
    assert not decomposed("Which orders from the Mill Tavern were placed in 2024?", store).reads_text
