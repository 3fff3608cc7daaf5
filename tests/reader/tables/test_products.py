"""Products of two named quantities, with and without a rule that leads from one condition to another."""

from __future__ import annotations

import pytest

from pipeline.tasks.answers import Passage, WriteAnswer, WrittenAnswer
from reader.answers import write_answer
from reader.tables.products import named_quantities

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
    assert answer.value == "$40"
    assert "25 × 1.6 = $40; no rounding rule was found" in answer.text
    assert answer.sources == [1, 2, 3]


def test_the_other_side_of_the_threshold_gives_another_product() -> None:
    assert asked(QUESTION.replace("42 kg", "12 kg"), RULE, BASE, FACTORS).value == "$30"


@pytest.mark.parametrize(
    ("fare", "factor", "value", "shown"),
    [
        ("0.012", "0.35", "0.0042", "0.012 × 0.35 = 0.0042; no"),
        ("$25", "1.6789", "$41.97", "25 × 1.6789 = $41.9725, to cents: $41.97; no"),
        ("-$100", "5%", "−$5", "(−100) × 5% = −$5; no"),
    ],
)
def test_a_product_is_shown_as_it_is_and_keeps_its_currency(fare: str, factor: str, value: str, shown: str) -> None:
    base = f"Table 1\nBasic Fares\nFerry {fare}"
    factors = f"Table 7\nLuggage Factor\nK4 {factor}"
    answer = asked("Multiply the basic fare by the luggage factor for the Ferry and class K4.", base, factors)
    assert answer.value == value
    assert shown in answer.text


def test_what_lies_within_a_limit_may_be_as_far_as_it() -> None:
    rule = RULE.replace("weigh less than 30 kg", "are within 12 kg")
    assert asked(QUESTION.replace("42 kg", "12 kg"), rule, BASE, FACTORS).value == "$30"


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
