"""What the user says to a clarification, and what each relaxation would find."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.extensions.agentic.agents.clarification import Replies, relax, take_up
from ragatta.extensions.agentic.agents.relaxation import relaxations
from ragatta.pipeline.annotations.sqlite import Annotations
from ragatta.pipeline.tasks.agentic import Constraint
from standins.orders import ORDERS, annotated


@pytest.fixture
def store(tmp_path: Path) -> Annotations:
    made: Annotations = annotated(tmp_path / "store.sqlite")
    return made


DATE = (
    Constraint(field="order_date", operator=">=", value="2024-01-01", raw_text="in 2024"),
    Constraint(field="order_date", operator="<=", value="2024-12-31", raw_text="in 2024"),
)
HEAVY = Constraint(field="total_weight", operator=">", value=60.0, raw_text="over 60")
BAKERY = Constraint(field="customer", operator="=", value="Harbor Cafe", raw_text="Harbor Cafe")


@pytest.mark.parametrize(
    ("said", "replies"),
    [
        (["export"], Replies(export=True)),
        (["as CSV, please"], Replies(export=True)),
        (["yes"], Replies(agreed=True)),
        (["Yes, without the date"], Replies(relaxed=("without the date",))),
        (["yes please"], Replies(agreed=True)),
        (["yes, but only those over 100 kg"], Replies(added=("only those over 100 kg",), agreed=True)),
        (["Ok, over 1,000 on March 5, 2024"], Replies(added=("over 1,000 on March 5, 2024",), agreed=True)),
        (["drop the date, but only Harbor Cafe"], Replies(added=("only Harbor Cafe",), relaxed=("drop the date",))),
        (["all from March 2024"], Replies(added=("all from March 2024",))),
        (["every order of Harbor Cafe"], Replies(added=("every order of Harbor Cafe",))),
        (["any order above 50"], Replies(added=("any order above 50",))),
        (["all Harbor Cafe orders"], Replies(added=("all Harbor Cafe orders",))),
        (["all of them"], Replies(relaxed=("all of them",))),
        (["no"], Replies(declined=True)),
        (["No, thanks."], Replies(declined=True)),
        (["No, only 2024"], Replies(added=("only 2024",))),
        (["no", "over 20"], Replies(added=("over 20",))),
        (["all years"], Replies(relaxed=("all years",))),
        (["only in 2024", "over 20"], Replies(added=("only in 2024", "over 20"))),
        ([""], Replies()),
    ],
)
def test_replies_are_taken_as_they_are_meant(said: list[str], replies: Replies) -> None:
    assert take_up(said) == replies


@pytest.mark.parametrize(
    ("reply", "left"),
    [
        ("all years", (HEAVY, BAKERY)),
        ("without the order date", (HEAVY, BAKERY)),
        ("any weight", (*DATE, BAKERY)),
        ("drop the amount", (*DATE, BAKERY)),  # an amount is a number, of whatever field
        ("leave out Harbor Cafe", (*DATE, HEAVY)),
        ("without the colour", (*DATE, HEAVY, BAKERY)),
    ],
)
def test_a_condition_is_dropped_by_field_by_kind_or_by_its_words(reply: str, left: tuple[Constraint, ...]) -> None:
    assert relax((*DATE, HEAVY, BAKERY), Replies(relaxed=(reply,)), ORDERS) == left


def test_the_only_condition_needs_no_name() -> None:
    assert relax(DATE, Replies(relaxed=("show all",)), ORDERS) == ()
    assert relax(DATE, Replies(relaxed=("without the condition",)), ORDERS) == ()


def test_the_only_condition_stays_where_another_is_named() -> None:
    assert relax(DATE, Replies(relaxed=("without the colour",)), ORDERS) == DATE


def test_each_condition_is_dropped_and_widened_in_turn(store: Annotations) -> None:
    scope = store.documents("orders")
    tried = relaxations(("orders",), (*DATE, HEAVY), scope, store)
    assert [(one.words, one.documents) for one in tried] == [
        ('without "order date in 2024"', 1),  # AB-103 weighs 80
        ('"order date in 2024" widened to >= 2023-01-01, <= 2025-12-31', 1),
        ('without "total weight over 60"', 2),
        ('"total weight over 60" widened to > 45', 0),  # 60 less a quarter; the heaviest of 2024 weighs 40
    ]


def test_a_widened_name_is_a_part_of_it(store: Annotations) -> None:
    cafe = Constraint(field="customer", operator="=", value="Harbor Dock Cafe", raw_text="Harbor Dock Cafe")
    (_, widened) = relaxations(("orders",), (cafe,), store.documents("orders"), store)
    assert widened.constraints[0].operator == "LIKE"
    assert widened.documents == 2  # Harbor Cafe and North Harbor Inn
