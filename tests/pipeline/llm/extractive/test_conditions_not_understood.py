"""A condition is read as what is said or named as unread; it is never dropped and never turned into its opposite."""

from __future__ import annotations

import pytest
from standins.orders import ORDERS, annotated

from pipeline.agents.agentic.bucket_notes import note
from pipeline.annotations.store import Annotations
from pipeline.llm.extractive.constraints import Found, constraints


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
