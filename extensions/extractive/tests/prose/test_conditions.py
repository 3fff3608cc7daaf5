"""Rules in prose with thresholds: the branch that the question's own amounts meet, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.extensions.extractive.prose.conditions import Conclusion, concluded
from ragatta.pipeline.tasks.answers import Passage

SHIP = "Parcels between 5 and 10 kg cost $7 to ship. Parcels under 5 kg cost $4 to ship."
ROOF = "The roof surcharge for roofs 10 years old or less is $50, and for roofs more than 10 years old it is $90."
COAST = (
    "Coast\n• Huts of a “Shore Village” that are less than\n2500 feet from the shore carry the 5% storm share.\n"
    "• Huts of a “Shore Village” that are greater than > 2500 from the shore carry a 2% share. If shutters were\n"
    "fitted to huts greater than 2500 feet from the shore, the storm share will be waived."
)
HUT = "What storm share does a hut carry {distance} from the shore in a Shore Village{more}?"


def rule(text: str, wanted: str, question: str, choices: tuple[str, ...] = ()) -> Conclusion | None:
    return concluded(wanted, question, [Passage(1, "rules.pdf", 3, 3, text)], choices)


def value(*given: Any) -> str | None:
    found = rule(*given)
    return found.value if found else None


@pytest.mark.parametrize(
    ("weight", "cost"), [("3", "$4"), ("4.99", "$4"), ("5", "$7"), ("10", "$7"), ("10.5", None), ("12", None)]
)
def test_ranges_hold_up_to_their_ends(weight: str, cost: str | None) -> None:
    assert value(SHIP, "cost", f"What is the cost to ship parcels of {weight} kg?") == cost


@given(st.integers(0, 60))
def test_one_sentence_may_hold_two_branches(age: int) -> None:
    asked = f"What is the roof surcharge for a roof that is {age} years old?"
    assert value(ROOF, "roof surcharge", asked) == ("$50" if age <= 10 else "$90")


@pytest.mark.parametrize(
    ("distance", "share"),
    [
        ("3,000 feet", "2%"),
        ("1,000 feet", "5%"),
        ("2,500 feet", None),  # neither less nor greater
        ("0.3 miles", "5%"),
        ("more than 2,600 feet", "2%"),
        ("900 metres", None),  # another measure
        ("$3,000", None),
    ],
)
def test_the_unit_of_a_bound_may_stand_in_another_rule(distance: str, share: str | None) -> None:
    assert value(COAST, "storm share", HUT.format(distance=distance, more="")) == share


@pytest.mark.parametrize(
    ("question", "certain"),
    [
        (HUT.format(distance="3,000 feet", more=""), True),
        (HUT.format(distance="3,000 feet", more="").replace(" in a Shore Village", ""), False),
    ],
)
def test_a_term_that_is_not_named_or_an_exception_leaves_a_doubt(question: str, certain: bool) -> None:
    found = rule(COAST, "storm share", question)
    assert found is not None
    assert found.certain is certain


def test_choices_say_of_what_kind_the_value_is() -> None:
    text = "Tickets with bags heavier than 30 kg are in the 5% bag grade and cost $9."
    asked = "What is the bag grade of tickets with bags of 40 kg?"
    assert value(text, "bag grade", asked) is None  # which of the two?
    assert value(text, "bag grade", asked, ("1%", "3%")) == "5%"


def test_a_rule_for_something_else_is_not_taken() -> None:
    assert value(COAST, "storm share factor", HUT.format(distance="3,000 feet", more="")) is None
    assert value(COAST, "pool fee", "What pool fee does a house pay with 3,000 feet of fence?") is None


def test_two_rules_that_fit_alike_and_differ_conclude_nothing() -> None:
    text = "Bags heavier than 30 kg cost $9 as a fee. Bags heavier than 20 kg cost $5 as a fee."
    assert value(text, "fee", "What fee do bags cost that weigh 40 kg?") is None


VISITS = "A discount of 15% is given to visitors under 18 years. Visitors aged 65 or more receive a discount of 20%."


@pytest.mark.parametrize(
    ("age", "discount"),
    [("12 years", "15%"), ("40 years", None), ("70 years", "20%"), ("144 months", "15%"), ("790 months", "20%")],
)
def test_years_are_compared_with_an_age_that_is_written_without_its_unit(age: str, discount: str | None) -> None:
    assert value(VISITS, "discount", f"What is the discount for a visitor of {age}?") == discount


def test_a_converted_amount_meets_no_bound_that_has_no_unit() -> None:
    text = "Members enrolled for more than 10 receive a rebate of 8%."
    assert value(text, "rebate", "What is the rebate of members enrolled for 2 years?") is None


KILN = (
    "Kilns of 5 years or less are in heat class H1. Kilns older than 5 years but not older than 12 years are in heat "
    "class H2. Kilns older than 12 years are in heat class H3."
)


@pytest.mark.parametrize(("age", "found"), [(4, "H1"), (8, "H2"), (12, "H2"), (15, "H3")])
def test_a_rule_may_give_a_class_and_a_term_in_months_decides_nothing_of_an_age(age: int, found: str) -> None:
    asked = f"Using the base rate and the class factor, calculate the rent of a kiln {age} years old over 24 months."
    assert value(KILN, "Heat class", asked, ("H1", "H2", "H3")) == found
