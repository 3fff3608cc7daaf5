"""Calculations whose measures stand apart, and which of them are none."""

from __future__ import annotations

import pytest

from ragatta.extensions.extractive.calculations.ways import read_calculation


@pytest.mark.parametrize(
    ("question", "operands", "expression"),
    [
        ("What is the combined cost of the permit fee and the late fee?", ("permit fee", "late fee"), "{0} + {1}"),
    ],
)
def test_measures_may_stand_apart(question: str, operands: tuple[str, ...], expression: str) -> None:
    asked = read_calculation(question)
    assert asked is not None
    assert (asked.operands, asked.expression) == (operands, expression.format(*asked.names))


@pytest.mark.parametrize(
    "question",
    [
        "What is the price if the base rate is $40 and the zone factor is 1.2?",
        "What is the class factor for a base rate of class 3 and a zone factor?",
        "What premium has a home with the roof type factor and the account discount?",
    ],
)
def test_measures_that_are_stated_or_asked_for_are_no_operands(question: str) -> None:
    assert read_calculation(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "Using the base price and the member discount, what is the price?",
        "If the base price, the zone factor and the member discount are applied, what is the price?",
        "Starting from the base rate, apply the hull factor and the winter surcharge: what is the price?",
    ],
)
def test_what_may_be_a_share_or_an_amount_is_not_merely_listed(question: str) -> None:
    assert read_calculation(question) is None
    said = question.replace("member discount", "member factor").replace("group rebate", "group fee")
    assert read_calculation(said.replace("winter surcharge", "winter factor")) is not None
