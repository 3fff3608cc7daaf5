"""Calculations in the words of people who have not seen how others ask: the measures they name, and what joins them."""

from __future__ import annotations

import pytest

from pipeline.text.arithmetic import names_in
from reader.calculations import measure_chains
from reader.calculations.ways import read_calculation


@pytest.mark.parametrize(
    ("question", "operands", "expression"),
    [
        (
            "A pallet of 640 kg goes to zone 4. What's the freight charge if just the line-haul rate "
            "and the zone factor are applied?",
            ("line-haul rate", "zone factor"),
            "{0} * {1}",
        ),
        (
            "line-haul rate x fuel factor x zone factor = ? for zone 3, 410 kg",
            ("line-haul rate", "fuel factor", "zone factor"),
            "{0} * {1} * {2}",
        ),
        (
            "Zone 2, 900 kg, tail-lift needed. Base freight rate plus the tail-lift surcharge - what do I pay?",
            ("Base freight rate", "tail-lift surcharge"),
            "{0} + {1}",
        ),
        (
            "What does a zone 5 shipment come to once the season factor and the hazard factor are "
            "applied to the base freight rate?",
            ("season factor", "hazard factor", "base freight rate"),
            "{0} * {1} * {2}",
        ),
        (
            "Work out the airfreight price (base tariff, weight class factor and fuel multiplier only) "
            "for 75 kg to Oslo.",
            ("base tariff", "weight class factor", "fuel multiplier"),
            "{0} * {1} * {2}",
        ),
        (
            "Priority sample of river water: take the analysis fee, multiply it by the urgency "
            "multiplier and tell me the invoice amount in whole euros.",
            ("analysis fee", "urgency multiplier"),
            "{0} * {1}",
        ),
        (
            "For matrix M3 what comes out when the base test price is multiplied by the matrix factor "
            "and by the rush factor?",
            ("base test price", "matrix factor", "rush factor"),
            "{0} * {1} * {2}",
        ),
        (
            "Lead in soil, 24 h turnaround: test price * turnaround multiplier?",
            ("test price", "turnaround multiplier"),
            "{0} * {1}",
        ),
        (
            "How much is a soil test with just the test price, the courier charge and the report fee added together?",
            ("test price", "courier charge", "report fee"),
            "{0} + {1} + {2}",
        ),
        (
            "A grade C nurse on a Sunday night: hourly rate times night multiplier times weekend "
            "multiplier, to two decimals.",
            ("hourly rate", "night multiplier", "weekend multiplier"),
            "{0} * {1} * {2}",
        ),
        (
            "If I only apply the agency markup factor to the grade D hourly rate, what is the bill rate?",
            ("agency markup factor", "grade D hourly rate"),
            "{0} * {1}",
        ),
        (
            "Compute the day charge for a welder with 12 years' service (day rate, seniority factor, "
            "travel zone factor).",
            ("day rate", "seniority factor", "travel zone factor"),
            "{0} * {1} * {2}",
        ),
        (
            "Driver hired in 2009, contract starting 2021. Using only the base wage and the seniority "
            "multiplier, what's the wage?",
            ("base wage", "seniority multiplier"),
            "{0} * {1}",
        ),
        (
            "Tariff T2 customer using 4,200 kWh: standing charge + metering fee = ?",
            ("standing charge", "metering fee"),
            "{0} + {1}",
        ),
        (
            "What annual charge do you get for a 40 mm pipe when the connection fee is multiplied by "
            "the pressure factor?",
            ("connection fee", "pressure factor"),
            "{0} * {1}",
        ),
        (
            "Multiply the unit price by the peak factor and then by the region factor for a factory in "
            "region North. Round to the nearest cent.",
            ("unit price", "peak factor", "region factor"),
            "{0} * {1} * {2}",
        ),
        (
            "Unit price less the green discount for a household on tariff H1?",
            ("Unit price", "green discount"),
            "{0} - {1}",
        ),
        (
            "Grade 7 pupil, two siblings enrolled: what tuition results from the grade's base fee and "
            "the sibling factor alone?",
            ("grade's base fee", "sibling factor"),
            "{0} * {1}",
        ),
        (
            "A boarder in year 10. Base tuition fee plus boarding charge, please - how much is that in whole dollars?",
            ("Base tuition fee", "boarding charge"),
            "{0} + {1}",
        ),
        (
            "What would the total bill be for lunch plan B if we add up the registration fee, the "
            "lunch fee and the bus fee?",
            ("registration fee", "lunch fee", "bus fee"),
            "{0} + {1} + {2}",
        ),
        ("How much more is the bus fee than the lunch fee at Hill School?", ("bus fee", "lunch fee"), "{0} - {1}"),
        (
            "Suite in July for 3 nights: nightly rate x season factor - what is the price per night "
            "(to the nearest dollar)?",
            ("nightly rate", "season factor"),
            "{0} * {1}",
        ),
        (
            "Find the mooring fee of a 9 m boat built in 1998, season 2020, taking only the base fee, "
            "the length factor and the age of boat factor into account.",
            ("base fee", "length factor", "age of boat factor"),
            "{0} * {1} * {2}",
        ),
        (
            "Van hire in zone B with a young driver. The day price, multiplied with the zone factor "
            "and the young driver factor, gives what?",
            ("day price", "zone factor", "young driver factor"),
            "{0} * {1} * {2}",
        ),
        ("Equipment price divided by the hire factor for a digger?", ("Equipment price", "hire factor"), "{0} / {1}"),
        (
            "What is the base fare with the class factor and the season factor applied, for class K4 in May?",
            ("base fare", "class factor", "season factor"),
            "{0} * {1} * {2}",
        ),
        (
            "Premium for van insurance, group 12: group rate x no-claims factor, nothing else?",
            ("group rate", "no-claims factor"),
            "{0} * {1}",
        ),
        (
            "Applying the coastal relativity and the roof relativity to the base rate, what premium "
            "does a brick cottage pay?",
            ("coastal relativity", "roof relativity", "base rate"),
            "{0} * {1} * {2}",
        ),
        (
            "Cottage of brick, 300 m to the sea; base rate, roof relativity and coastal relativity "
            "only. Premium in whole pounds?",
            ("base rate", "roof relativity", "coastal relativity"),
            "{0} * {1} * {2}",
        ),
        (
            "Please give the result of base price × colour factor × size factor for a green door of 2 m.",
            ("base price", "colour factor", "size factor"),
            "{0} * {1} * {2}",
        ),
        (
            "With nothing but the setup fee and the per-copy charge, what is the cost of a print job on A3?",
            ("setup fee", "per-copy charge"),
            "{0} + {1}",
        ),
        (
            "For 2,400 ft of cable in duct class 3, what do you charge per foot: base cable price "
            "times duct factor times length factor?",
            ("base cable price", "duct factor", "length factor"),
            "{0} * {1} * {2}",
        ),
        (
            "What is the factor for the mandatory flood deductible times the base rate on a P3 policy?",
            ("flood deductible factor", "base rate"),
            "{0} * {1}",
        ),
        (
            "Find the yearly licence cost: the seat price gets multiplied by the volume factor, 300 "
            "seats, edition Pro.",
            ("seat price", "volume factor"),
            "{0} * {1}",
        ),
    ],
)
def test_a_calculation_is_the_measures_that_are_named(
    question: str, operands: tuple[str, ...], expression: str
) -> None:
    asked = read_calculation(question)
    assert asked is not None
    assert asked.operands == operands
    assert asked.expression == expression.format(*asked.names)
    assert names_in(asked.expression) is not None
    assert not any(operand in asked.rest for operand in operands if len(operand.split()) > 1)


@pytest.mark.parametrize(
    "question",
    [
        "What are the base rate and the territory factor for zone 3?",
        "What is the fee for a late return?",
        "Which factor applies to the base rate of a van?",
        "How are the base rate and the zone factor applied?",
        "What is the age of boat factor for a boat of 12 years?",
        "List the fees, charges and surcharges for class B.",
        "Are the zone factor and the fuel factor applied to the base rate?",
        "What is the rate per increased limit for class B at the 5% deductible?",
        "What rate times out a session?",
        "Give me the amount of cover/deductible factor for class 3 at $20,000 and a $500 deductible.",
        "What does the manual say about the handling fee and the rush charge?",
        "Is the tuition fee multiplied by the sibling factor?",
        "Which documents describe the base fare and the season factor?",
        "When is the fuel surcharge added to the freight charge?",
        "What was the ratio of Postage, Handling & Fees to sales in 2021?",
    ],
)
def test_measures_that_are_told_about_are_not_calculated_with(question: str) -> None:
    assert read_calculation(question) is None


def test_what_only_chooses_a_measure_is_no_part_of_its_name() -> None:
    asked = read_calculation("Using just the Base Fare and the applicable Mandatory Luggage Factor, what is the price?")
    assert asked is not None
    assert asked.operands == ("Base Fare", "Luggage Factor")


@pytest.mark.parametrize(
    ("question", "result", "rest"),
    [
        ("day price x zone factor = ? for zone 3, 410 kg", "", "for zone 3, 410 kg"),
        (
            "Work out the airfreight price (base tariff, weight class factor and fuel multiplier only) "
            "for 75 kg to Oslo.",
            "airfreight price",
            "airfreight price for 75 kg to Oslo",
        ),
        (
            "Unit price times peak factor for a mill in region North. Round to the nearest cent.",
            "",
            "for a mill in region North",
        ),
    ],
)
def test_all_else_is_of_the_case(question: str, result: str, rest: str) -> None:
    asked = read_calculation(question)
    assert asked is not None
    assert (asked.result, asked.rest.strip(" =?")) == (result, rest)


@pytest.mark.parametrize(
    ("question", "expression"),
    [
        ("What is the Raised Load Factors - Hull Cover Factor for steel?", None),  # a title in two parts
        ("Compute the day rate - boat discount for steel.", "{0} - {1}"),
    ],
)
def test_a_dash_is_a_minus_where_something_is_to_be_computed(question: str, expression: str | None) -> None:
    found = measure_chains.read_chain(question)
    assert (found and found.expression) == expression
