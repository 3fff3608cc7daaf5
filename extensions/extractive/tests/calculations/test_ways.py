"""What a question asks to calculate, by its words alone."""

from __future__ import annotations

import pytest

from ragatta.extensions.extractive.calculations.ways import read_calculation
from ragatta.pipeline.text.arithmetic import names_in


@pytest.mark.parametrize(
    ("question", "operands", "expression", "result"),
    [
        (
            "Calculate the ferry price for a van from the base fare and the season factor.",
            ("base fare", "season factor"),
            "{0} * {1}",
            "ferry price",
        ),
        ("What is the sum of the train fare and the ferry fare?", ("train fare", "ferry fare"), "{0} + {1}", ""),
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
