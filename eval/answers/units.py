"""Finds the kind and unit of a figure (percent, money, a measured unit), and the ones that a question asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from ragatta.eval.answers.figures import AnswerFigure
from ragatta.eval.matching.numbers import Number

# Dimension → unit → (how many of the first unit it is, how it is written).
_DIMENSIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "time": {
        "0.001": ("millisecond", "milliseconds", "ms"),
        "1": ("second", "seconds", "sec", "secs", "s"),
        "60": ("minute", "minutes", "min", "mins"),
        "3600": ("hour", "hours", "hr", "hrs", "h"),
        "86400": ("day", "days"),
        "604800": ("week", "weeks", "wk", "wks"),
    },
    "months": {"1": ("month", "months"), "12": ("year", "years", "yr", "yrs")},
    "length": {
        "0.001": ("millimeter", "millimeters", "millimetre", "millimetres", "mm"),
        "0.01": ("centimeter", "centimeters", "centimetre", "centimetres", "cm"),
        "1": ("meter", "meters", "metre", "metres", "m"),
        "1000": ("kilometer", "kilometers", "kilometre", "kilometres", "km"),
        "0.0254": ("inch", "inches"),
        "0.3048": ("foot", "feet", "ft"),
        "0.9144": ("yard", "yards", "yd"),
        "1609.344": ("mile", "miles", "mi"),
    },
    "mass": {
        "0.001": ("milligram", "milligrams", "mg"),
        "1": ("gram", "grams", "gramme", "grammes", "g"),
        "1000": ("kilogram", "kilograms", "kg", "kilo", "kilos"),
        "1000000": ("tonne", "tonnes"),
        "28.349523125": ("ounce", "ounces", "oz"),
        "453.59237": ("pound", "pounds", "lb", "lbs"),
    },
    "volume": {
        "0.001": ("milliliter", "milliliters", "millilitre", "millilitres", "ml"),
        "1": ("liter", "liters", "litre", "litres", "l"),
        "3.785411784": ("gallon", "gallons", "gal"),
    },
    "celsius": {"1": ("°c", "celsius", "degrees c", "degrees celsius")},
    "fahrenheit": {"1": ("°f", "fahrenheit", "degrees f", "degrees fahrenheit")},
    "points": {
        "1": ("percentage points", "percentage point", "pp"),
        "0.01": ("basis points", "basis point", "bp", "bps"),
    },
    "voltage": {"0.001": ("mV", "millivolt", "millivolts"), "1": ("V", "volt", "volts"), "1000": ("kV", "kilovolts")},
    "current": {"0.001": ("mA", "milliamps"), "1": ("A", "amp", "amps", "ampere", "amperes")},
    "power": {
        "1": ("W", "watt", "watts"),
        "1000": ("kW", "kilowatt", "kilowatts"),
        "1000000": ("MW", "megawatt", "megawatts"),
    },
    "energy": {"1": ("Wh",), "1000": ("kWh", "kilowatt-hours"), "1000000": ("MWh",)},
    "data": {
        "0.001": ("KB", "kB", "kilobytes"),
        "1": ("MB", "megabyte", "megabytes"),
        "1000": ("GB", "gigabyte", "gigabytes"),
        "1000000": ("TB", "terabyte", "terabytes"),
    },
    "frequency": {
        "1": ("Hz", "hertz"),
        "1000": ("kHz", "kilohertz"),
        "1000000": ("MHz", "megahertz"),
        "1000000000": ("GHz", "gigahertz"),
    },
    "pressure": {"1": ("bar",), "0.001": ("mbar", "millibars", "millibar")},
    "area": {
        "0.09290304": ("square feet", "square foot", "ft²"),
        "1": ("m²", "sqm", "square meters", "square metres"),
        "10000": ("hectare", "hectares", "ha"),
        "4046.8564224": ("acre", "acres"),
        "1000000": ("km²",),
    },
    "speed": {
        "1": ("km/h", "kph", "km per hour", "kilometers per hour", "kilometres per hour"),
        "1.609344": ("mph", "miles per hour"),
        "3.6": ("m/s", "meters per second", "metres per second"),
        "1.852": ("knots", "knot"),
    },
}
UNITS = {
    word: (dimension, Decimal(size))
    for dimension, units in _DIMENSIONS.items()
    for size, words in units.items()
    for word in words
}
_LONG = sorted((word for word in UNITS if len(word) > 2 or word in ("km", "kg", "mi")), key=len, reverse=True)
_WORDS = "|".join(map(re.escape, _LONG))
_ASKED_UNIT = re.compile(
    rf"\b(?:how many|number of|in|answer in|expressed in|in units of)\s+(?:\w+\s+)?(?P<unit>{_WORDS}|°[CF])(?!\w)",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"[$€£¥]|\b(?:USD|EUR|GBP|dollars?|euros?|pounds sterling|price|premium|cost|fee|fare|salary|revenue|amount"
    r"|how much (?:money|does|do|did|is|was|would|will|has|have))\b",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(r"\b(?:how many|number of)\b", re.IGNORECASE)
_PERCENT = re.compile(r"%|\bper\s?cent(?:age)?\b|\bpercents\b", re.IGNORECASE)
_SCALE = re.compile(
    r"(?:\b(?:in|answer in)\s+|\()(?:\(?(?:USD|EUR|GBP|US|U\.S\.|dollars?|\$|€|£)\)?\s*)*"
    r"(?P<scale>thousands?|millions?|billions?|trillions?|k|mn|bn)\b",
    re.IGNORECASE,
)
_SCALES = {"t": 10**3, "k": 10**3, "mi": 10**6, "mn": 10**6, "b": 10**9, "tr": 10**12}


@dataclass(frozen=True)
class Kind:
    """What a number counts. `name`: percent, money or plain."""

    name: str
    unit: str = ""
    is_open: bool = False  # nothing says what is counted: it may be money

    def unit_is(self, other: Kind) -> bool:
        """Whether both have the same unit, in any notation."""
        return UNITS.get(self.unit) == UNITS.get(other.unit)

    def fits(self, other: Kind) -> bool:
        """Whether a figure of the other kind may be the answer; a bare figure always may."""
        if self.unit and other.unit and UNITS[self.unit][0] != UNITS[other.unit][0]:
            return False
        may_be_other = self.name == "plain" and (other.name == "percent" or self.is_open)
        return other.name in (self.name, "plain") or may_be_other


def kind_of(figure: AnswerFigure) -> Kind:
    """The kind of a figure from its notation."""
    if figure.number.percent:
        return Kind("percent")
    if figure.number.currency:
        return Kind("money")
    return Kind("plain", unit_of(figure.unit))


def kinds_wanted(question: str, right: Sequence[Number]) -> Kind:
    """The kind of the right numbers, else the kind that the question names."""
    asked = asked_unit(question)
    if asked and UNITS[asked][0] == "points":
        return Kind("plain", asked)
    if any(number.percent for number in right):
        return Kind("percent")
    if any(number.currency for number in right) or _MONEY.search(question):
        return Kind("money")
    if _PERCENT.search(question):
        return Kind("percent")
    units = [unit for number in right if (unit := unit_of(number.unit))]
    unit = units[0] if units else asked
    return Kind("plain", unit, is_open=not unit and not _HOW_MANY.search(question))


def asked_unit(question: str) -> str:
    """The unit that the question asks for, "" if it names no known unit."""
    found = _ASKED_UNIT.search(question)
    return unit_of(found["unit"]) if found else ""


def unit_of(word: str) -> str:
    """The word if it is a known unit, else "". A single capital letter counts only as a capital: V, A, W."""
    return word if word in UNITS else word.lower() if word.lower() in UNITS else ""


def asks_percent(question: str) -> bool:
    return bool(_PERCENT.search(question))


def asked_scale(question: str) -> int:
    """The scale that the question asks for: 1,000,000 for "in USD millions"; 1 if it names none."""
    found = _SCALE.search(question)
    if not found:
        return 1
    word = found["scale"].lower()
    return next(size for begin, size in sorted(_SCALES.items(), key=lambda one: -len(one[0])) if word.startswith(begin))
