"""Amounts in their units, and the unit that a column's name says of its cells."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ragatta.pipeline.text.measures import amounts, comparable, unit_of_column
from ragatta.pipeline.text.mentions import mentions


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("3 km", "3000 m"),
        ("3 metres", "300 cm"),
        ("1.5 tonnes", "1,500 kg"),
        ("250 g", "0.25 kg"),
        ("2 litres", "2,000 ml"),
        ("90 minutes", "1.5 hours"),
        ("2 weeks", "14 days"),
        ("1 day", "24 h"),
        ("2 years", "24 months"),
        ("20 °C", "20 degrees Celsius"),
    ],
)
def test_units_of_one_kind_are_one(text: str, same: str) -> None:
    [one], [other] = amounts(text), amounts(same)
    assert (one.unit, one.quantity.low) == (other.unit, other.quantity.low)


@pytest.mark.parametrize(("text", "other"), [("20 C", "20 F"), ("3 m", "3 kg"), ("30 days", "30 months"), ("5 m", "5")])
def test_units_of_two_kinds_are_two(text: str, other: str) -> None:
    assert amounts(text)[0].unit != amounts(other)[0].unit


def test_a_single_capital_is_no_unit_of_its_small_letter() -> None:
    assert amounts("5 m")[0].unit == "meter"
    assert amounts("5 M")[0].unit != "meter"
    assert amounts("5 t")[0].quantity.low == Decimal(5000)


def test_the_ends_of_a_range_may_have_two_units() -> None:
    [one] = comparable("900 ft to less than 1 mile")
    assert (one.quantity.low, one.quantity.high, one.quantity.high_open) == (900, 5280, True)
    assert len(comparable("900 ft; less than 1 mile")) == 2


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("Weight (kg)", "kg"),
        ("Weight [in kg]", "kg"),
        ("Length, m", "m"),
        ("Distance in miles", "miles"),
        ("Hours late", "Hours"),
        ("Standard Tonnes", "Tonnes"),
        ("Temperature (°C)", "C"),
        ("Price per kg", ""),
        ("Fee (EUR m)", ""),
        ("Week", ""),
        ("Class", ""),
        ("Adult", ""),
    ],
)
def test_a_column_may_say_the_unit_of_its_cells(name: str, unit: str) -> None:
    assert unit_of_column(name) == unit


@pytest.mark.parametrize(
    ("text", "cell", "column", "met"),
    [
        ("a parcel of 15 kg", "10 to 20", "Weight (kg)", 1),
        ("a parcel of 15 tonnes", "10 to 20", "Weight (kg)", 0),
        ("a parcel of 500 g", "0.5", "Weight (kg)", 2),
        ("a boat of 15 kg", "10 to 20", "Length, m", 0),
        ("returned 1 day late", "9-24", "Hours late", 1),
        ("returned 2 hours late", "2", "Hours late", 2),
        ("returned 2 days late", "2", "Hours late", 0),
        ("at 200 °C", "200 C", "", 2),
        ("at 200 °F", "200 C", "", 0),
        ("for 6 months", "6", "Months", 2),
        ("for 20 tonnes", "20", "Months", 0),
        ("a berth of 8 m", "6 to 10 m", "Length", 1),
        ("a berth of 800 cm", "6 to 10 m", "Length", 1),
        ("15 parcels", "10 to 20", "Weight (kg)", 1),
        ("a parcel of 15 kg", "10 to 20", "Band", 1),
    ],
)
def test_a_value_meets_a_cell_in_the_unit_that_cell_or_column_say(text: str, cell: str, column: str, met: int) -> None:
    [mention] = mentions(text)
    assert mention.met_by(cell, column) == met
