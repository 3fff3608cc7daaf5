"""Which units are of one dimension, and how many of one another is."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ragatta.eval.answers.units import UNITS, unit_of


def measured(amount: str) -> tuple[str, Decimal]:
    figure, unit = amount.split(" ", 1)
    dimension, size = UNITS[unit_of(unit)]
    return dimension, Decimal(figure) * size


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1 second", "1000 milliseconds"), ("1 minute", "60 seconds"), ("1 hour", "60 minutes"), ("1 day", "24 hours"),
        ("1 week", "7 days"), ("2 weeks", "14 days"), ("1 year", "12 months"), ("2 years", "24 months"),
        ("1 meter", "1000 millimeters"), ("1 meter", "100 centimeters"), ("1 kilometer", "1000 meters"),
        ("1 foot", "12 inches"), ("1 yard", "3 feet"), ("1 mile", "1760 yd"), ("1 km", "1000 m"), ("1 inch", "2.54 cm"),
        ("1 gram", "1000 milligrams"), ("1 kilogram", "1000 grams"), ("1 tonne", "1000 kg"), ("1 pound", "16 ounces"),
        ("1 liter", "1000 milliliters"), ("1 gallon", "3.785411784 liters"), ("1 percentage point", "100 basis points"),
        ("1 volt", "1000 millivolts"), ("1 kV", "1000 V"), ("1 amp", "1000 milliamps"), ("1 kW", "1000 watts"),
        ("1 megawatt", "1000 kilowatts"), ("1 kWh", "1000 Wh"), ("1 MWh", "1000 kWh"), ("1 megabyte", "1000 kilobytes"),
        ("1 gigabyte", "1000 megabytes"), ("1 terabyte", "1000 GB"), ("1 kilohertz", "1000 hertz"),
        ("1 megahertz", "1000 kHz"), ("1 gigahertz", "1000 MHz"), ("1 bar", "1000 millibars"),
        ("1 hectare", "10000 m²"), ("1 km²", "100 hectares"), ("640 acres", "27878400 square feet"),
        ("1 m/s", "3.6 km/h"), ("1 mph", "1.609344 kph"), ("1 knot", "1.852 kph"),
    ],
)  # fmt: skip
def test_an_amount_in_two_units(one: str, other: str) -> None:
    assert measured(one) == measured(other)


@pytest.mark.parametrize(("letter", "unit"), [("V", "V"), ("v", ""), ("A", "A"), ("a", ""), ("KM", "km")])
def test_a_capital_letter_alone_counts_as_it_is_written(letter: str, unit: str) -> None:
    assert unit_of(letter) == unit
