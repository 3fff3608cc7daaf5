"""Rules for rounding: what a sentence says, and for what it says it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ragatta.pipeline.agents.calculating.rounding import Rounding, asked_rounding, read_rounding, rounding_for
from ragatta.pipeline.types import Hit
from standins.scripted import chunk, hit

PRICE = "Each price shown on a ticket shall be rounded to the nearest whole dollar."


@pytest.mark.parametrize(
    ("sentence", "value", "rounded", "words"),
    [
        (PRICE, "33.5", "34", "whole dollars"),
        (
            "A price of fifty cents ($0.50) or more is rounded to the next higher whole dollar.",
            "33.4",
            "33",
            "whole dollars",
        ),
        ("Prices are rounded up to the next dollar.", "33.1", "34", "whole dollars"),
        ("Amounts are rounded down to the nearest $10.", "39.9", "30", "the nearest $10"),
        ("Round to 3 decimal places.", "0.12345", "0.123", "3 decimal places"),
        ("Rounded to two decimals", "0.125", "0.13", "2 decimal places"),
        ("Fares are rounded to the nearest cent.", "1.005", "1.01", "cents"),
        ("What whole-dollar price results?", "1.5", "2", "whole dollars"),
        ("Totals are rounded to the nearest thousand.", "1499", "1000", "thousands"),
        ("Fees are rounded up to the next higher $0.50.", "3.10", "3.5", "the nearest $0.50"),
        ("Fees are rounded to the nearest $.50.", "3.30", "3.5", "the nearest $.50"),
        ("Round each factor to the nearest .5", "3.30", "3.5", "the nearest .5"),
        ("Factors are rounded to the nearest 0.05.", "1.037", "1.05", "the nearest 0.05"),
        ("Each fare is rounded to the nearest five dollars.", "33.4", "35", "the nearest five dollars"),
        ("Fares are rounded down to the nearest 5 cents.", "1.09", "1.05", "the nearest 5 cents"),
        ("Round up to the nearest twenty-five dollars.", "26", "50", "the nearest twenty-five dollars"),
        ("Sums are rounded to the nearest one hundred dollars.", "149", "100", "the nearest one hundred"),
        ("Fees are rounded in $10 steps.", "14", "10", "the nearest $10"),
        ("Rounded to the nearest one-tenth", "1.26", "1.3", "the nearest one-tenth"),
    ],
)
def test_what_a_sentence_says(sentence: str, value: str, rounded: str, words: str) -> None:
    rule = read_rounding(sentence)
    assert rule is not None
    assert (rule.apply(Decimal(value)), rule.words) == (Decimal(rounded), words)


@pytest.mark.parametrize(
    "sentence",
    [
        "A round number.",
        "Go round the next corner.",
        "Tickets are sold.",
        "The nearest dollar shop.",
        "Fees are rounded to the nearest $0.",
        "Round to the nearest 1/8.",
        "Rounded to the nearest 0." + "0" * 4000 + "1",
        "Rounded over the next 12 months.",
    ],
)
def test_what_says_nothing_of_rounding(sentence: str) -> None:
    assert read_rounding(sentence) is None


def found(*texts: str) -> list[Hit]:
    return [hit(chunk("rules.pdf", at, text)) for at, text in enumerate(texts)]


def rule(*texts: str, result: str = "ferry price", question: str = "Calculate it.") -> Rounding | None:
    return rounding_for(result, question, ("fare", "luggage factor"), found(*texts))


def test_a_rule_has_to_name_what_is_calculated() -> None:
    taken = rule("Round the luggage factor to 3 decimal places.", PRICE)
    assert taken is not None
    assert (taken.sentence, taken.step) == (PRICE, Decimal(1))
    assert taken.hit is not None
    assert rule("Round the luggage factor to 3 decimal places.") is None
    assert rule(PRICE, result="fare") is None
    assert rule(PRICE, result="") is None


def test_a_rule_for_an_operand_is_none_for_the_result() -> None:
    assert rule("Each fare is rounded to the nearest whole dollar.", result="total fare") is None


def test_a_heading_is_not_what_the_rule_says() -> None:
    taken = rule(f"Whole Dollar Price Rule\n{PRICE}")
    assert taken is not None
    assert taken.sentence == PRICE


def test_rules_that_differ_round_nothing() -> None:
    assert rule(PRICE, "Each price shown on a bill shall be rounded to the nearest cent.") is None


def test_the_question_comes_first() -> None:
    taken = rule(PRICE, question="Calculate the price, rounded to the nearest cent.")
    assert taken is not None
    assert (taken.step, taken.hit) == (Decimal("0.01"), None)


def test_a_sum_of_money_without_a_name_is_rounded_as_prices_are() -> None:
    hits = [hit(chunk("r.pdf", 0, f"{PRICE} Round each factor to 3 decimal places."))]
    rule = rounding_for("", "Multiply the fare by the factor.", ("fare", "factor"), hits, is_money=True)
    assert rule is not None
    assert rule.words == "whole dollars"
    assert rounding_for("", "Multiply the weight by the factor.", ("weight", "factor"), hits) is None
    assert rounding_for("", "Multiply the price by the factor.", ("price", "factor"), hits, is_money=True) is None


def test_sums_of_money_that_are_rounded_in_two_ways_have_no_rule() -> None:
    hits = [hit(chunk("r.pdf", 0, f"{PRICE} Each fee is rounded to the nearest $10."))]
    assert rounding_for("", "Multiply the fare by the factor.", ("fare", "factor"), hits, is_money=True) is None


@pytest.mark.parametrize(
    ("sentence", "applies"),
    [
        ("The delivery price is rounded to the nearest dollar.", True),
        ("Each price is rounded to the nearest dollar.", True),
        ("The base price is rounded to the nearest dollar.", False),
        ("The return price is rounded to the nearest dollar.", False),  # of neither
        ("The weight factor is rounded to the nearest unit.", False),
    ],
)
def test_a_result_may_share_its_noun_with_an_operand(sentence: str, applies: bool) -> None:
    rule = rounding_for("delivery price", "Calculate it.", ("base price", "weight factor"), found(sentence))
    assert (rule is not None) is applies


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Fare times season factor - what price (nearest dollar)?", "whole dollars"),
        ("Day rate x night factor, to three decimals?", "3 decimal places"),
        ("What is the fee plus the toll? Nearest cent please.", "cents"),
        ("Compute the price, in whole euros, of a K4 ticket.", "whole euros"),
        ("What is the price for a shop in the nearest town?", ""),
        ("How much is it to the nearest station?", ""),
    ],
)
def test_a_question_may_ask_without_a_word_of_rounding(question: str, words: str) -> None:
    found = asked_rounding(question)
    assert (found.words if found else "") == words
