"""Products of two named quantities, with and without a rule that leads from one condition to another."""

from __future__ import annotations

import pytest

from pipeline.llm.extractive.answers import write_answer
from pipeline.llm.extractive.products import named_quantities
from pipeline.tasks import Passage, WriteAnswer, WrittenAnswer

BASE = "Table 1\nTrain Ferry Coach\n$40 $25 $12\nBasic Fares"
FACTORS = """Table 7
Luggage Factor
Class Grade Train Ferry Coach
K4 1% 1.100 1.200 1.300
K4 5% 1.500 1.600 1.700
K9 5% 2.500 2.600 2.700"""
RULE = """Luggage Grades
• Bags of travellers that weigh more than 30 kg are in the 5% luggage grade.
• Bags of travellers that weigh less than 30 kg are in the 1% luggage grade."""
QUESTION = (
    "Using the basic fare and the luggage factor, calculate the Ferry price for class K4 travellers "
    "with bags that weigh 42 kg."
)


def asked(question: str, *texts: str) -> WrittenAnswer:
    passages = tuple(Passage(n, "travel.pdf", n, n, text) for n, text in enumerate(texts, 1))
    return write_answer(WriteAnswer(question, passages, False))


def test_the_rule_chooses_the_row_and_the_arithmetic_is_shown() -> None:
    answer = asked(QUESTION, RULE, BASE, FACTORS)
    assert answer.status == "answered"
    assert answer.value == "$40.00"
    assert "25 x 1.600 = $40.00 ($40 to the nearest whole)" in answer.text
    assert answer.sources == [1, 2, 3]


def test_the_other_side_of_the_threshold_gives_another_product() -> None:
    assert asked(QUESTION.replace("42 kg", "12 kg"), RULE, BASE, FACTORS).value == "$30.00"


def test_a_threshold_in_another_unit_concludes_nothing() -> None:
    assert asked(QUESTION.replace("42 kg", "42 litres"), RULE, BASE, FACTORS).status == "insufficient"


@pytest.mark.parametrize("texts", [(BASE, FACTORS), (RULE, FACTORS), (RULE, BASE), (RULE,)])
def test_a_missing_part_is_named_and_nothing_is_guessed(texts: tuple[str, ...]) -> None:
    answer = asked(QUESTION, *texts)
    assert answer.status == "insufficient"
    assert answer.missing
    assert answer.value == ""


def test_an_unknown_code_is_not_passed_over() -> None:
    assert asked(QUESTION.replace("K4", "K7"), RULE, BASE, FACTORS).status == "insufficient"


@pytest.mark.parametrize(
    ("question", "pair"),
    [
        ("Using the toll and the axle factor, compute the charge.", ("toll", "axle factor")),
        ("What is the product of the toll and the axle factor?", ("toll", "axle factor")),
        ("Calculate the charge: multiply the toll by the axle factor.", ("toll", "axle factor")),
        ("What is the toll?", None),
        ("Using the toll and the map, where do I go?", None),
    ],
)
def test_named_quantities(question: str, pair: tuple[str, str] | None) -> None:
    assert named_quantities(question) == pair
