"""What a question asks to calculate, by its words alone."""

from __future__ import annotations

import pytest

from pipeline.text.arithmetic import names_in
from reader.calculations.expressions import MOST
from reader.calculations.ways import read_calculation


@pytest.mark.parametrize(
    ("question", "operands", "expression", "result"),
    [
        ("Using the toll and the axle factor, compute the charge.", ("toll", "axle factor"), "{0} * {1}", "charge"),
        (
            "Calculate the ferry price for a van from the base fare and the season factor.",
            ("base fare", "season factor"),
            "{0} * {1}",
            "ferry price",
        ),
        (
            "Using the day fee and the night fee, calculate the total fee.",
            ("day fee", "night fee"),
            "{0} + {1}",
            "total fee",
        ),
        (
            "Using the fare, the class factor and the season factor, calculate the price of a ticket.",
            ("fare", "class factor", "season factor"),
            "{0} * {1} * {2}",
            "price",
        ),
        ("Multiply the train fare by the class factor of K4.", ("train fare", "class factor"), "{0} * {1}", ""),
        ("Subtract the coach fare from the train fare.", ("coach fare", "train fare"), "{1} - {0}", ""),
        (
            "What is the difference between the train and the coach fares?",
            ("train fares", "coach fares"),
            "abs({0} - {1})",
            "",
        ),
        (
            "What is the average of the train, ferry and coach fares for May?",
            ("train fares", "ferry fares", "coach fares"),
            "({0} + {1} + {2}) / 3",
            "",
        ),
        ("What is the sum of the train fare and the ferry fare?", ("train fare", "ferry fare"), "{0} + {1}", ""),
        ("Divide the yearly cost by the number of members.", ("yearly cost", "number"), "{0} / {1}", ""),
        ("What is 5% of the luggage limit for class K4?", ("luggage limit",), "5% * {0}", ""),
        (
            "Using the Rate and the Wind and Hail Factor, compute the fee.",
            ("Rate", "Wind and Hail Factor"),
            "{0} * {1}",
            "fee",
        ),
    ],
)
def test_quantities_and_how_they_are_joined(
    question: str, operands: tuple[str, ...], expression: str, result: str
) -> None:
    asked = read_calculation(question)
    assert asked is not None
    assert asked.operands == operands
    assert asked.expression == expression.format(*asked.names)
    assert asked.result == result
    assert names_in(asked.expression) is not None


@pytest.mark.parametrize(
    "question",
    [
        "What is the toll?",
        "Using the toll and the map, where do I go?",
        "What is the difference between a ferry and a coach?",
        "What was the ratio of costs to income in 2022?",
        "How many times may a claim be filed and the ticket be renewed?",
        "How are fares calculated using the zone and the class?",
        "Calculate the fare for a ticket with a $75 limit and a 2% deductible.",
        "List all fares and factors.",
        "What is 5% of it?",
        "Which is larger, the train fare or the coach fare?",
    ],
)
def test_what_asks_for_no_arithmetic(question: str) -> None:
    assert read_calculation(question) is None


def test_conditions_stay_beside_the_operands() -> None:
    asked = read_calculation("Using the fare and the luggage factor, calculate the ferry price for a K4 ticket in May.")
    assert asked is not None
    assert asked.query("fare") == "fare: ferry price"
    assert asked.case("fare") == "fare: ferry price for a K4 ticket in May"


def test_names_are_told_apart_and_a_long_list_is_none() -> None:
    asked = read_calculation("Multiply the fare by the fare.")
    assert asked is not None
    assert len(set(asked.names)) == 2
    many = ", ".join(f"the kind {letter} fare" for letter in "abcdefgh"[: MOST + 2])
    assert read_calculation(f"What is the sum of {many}?") is None
