"""Reads amounts with their units, and converts units of one kind to a common one, such as miles to feet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from ragatta.pipeline.text.quantities import Quantity, quantities
from ragatta.pipeline.text.words import STOP, stem

_UNIT = re.compile(r"[\s+-]*(?:degrees?\s+|°\s?)?(?P<unit>[A-Za-z]+)")
# Each kind's units: what those of one kind are compared in, and how many of that one is.
_KINDS: dict[str, dict[str, tuple[str, ...]]] = {
    "foot": {"1": ("foot", "feet", "ft"), "3": ("yard", "yd"), "5280": ("mile", "mi")},
    "meter": {
        "0.001": ("millimeter", "millimetre", "mm"),
        "0.01": ("centimeter", "centimetre", "cm"),
        "1": ("meter", "metre", "m"),
        "1000": ("kilometer", "kilometre", "km"),
    },
    "minute": {"1": ("minute", "min"), "60": ("hour", "hr", "h"), "1440": ("day",), "10080": ("week", "wk")},
    "month": {"1": ("month", "mo"), "12": ("year", "yr")},
    "pound": {"1": ("pound", "lb")},
    "kg": {"0.001": ("gram", "gramme", "g"), "1": ("kilogram", "kilogramme", "kg", "kilo"), "1000": ("tonne", "t")},
    "liter": {"0.001": ("milliliter", "millilitre", "ml"), "1": ("liter", "litre", "l")},
    "celsius": {"1": ("celsius", "C")},
    "fahrenheit": {"1": ("fahrenheit", "F")},
}
# By the word as it is written and by its stem; a single letter counts as it is written alone: "5 M" is no length.
_SCALES = {
    form: (kind, Decimal(scale))
    for kind, units in _KINDS.items()
    for scale, words in units.items()
    for word in words
    for form in (word, stem(word))
}
# An age without a unit is in years: "patients aged 65 or more".
_AGED = re.compile(r"\b(?:aged|ages|age of)\s+(?:[a-z]+\s+){0,3}$", re.IGNORECASE)
_KNOWN = frozenset(_KINDS)
# Where a column's name says the unit of its cells: "Weight (kg)", "Length, m", "Distance in miles".
_OF_CELLS = re.compile(
    r"[(\[]\s*(?:in\s+)?°?\s?(?P<within>[A-Za-z]+)\s*[)\]]|(?:,\s*(?:in\s+)?|\bin\s+)°?\s?(?P<last>[A-Za-z]+)$"
)
_RATE = re.compile(r"\bper\b|/|\ba\s+[A-Za-z]+$", re.IGNORECASE)  # "Price per kg" counts money
_TO_LESS = re.compile(
    r"[\s-]*[A-Za-z]*\.?\s*(?:to|but|and|-|–)?\s*(?:less than|under|up to|<\s?=?|≤)\s*", re.IGNORECASE
)


@dataclass(frozen=True)
class Amount:
    """An amount or a range, converted to the common unit of its kind ("": no unit is written).
    `stated` is the amount as written, `word` the stem of its written unit."""

    quantity: Quantity
    unit: str
    text: str
    stated: Quantity
    word: str = ""


def amounts(text: str, unit: str = "") -> list[Amount]:
    """The amounts and ranges of a text, in order. The unit of a bound follows its number or its words; `unit` is used
    for bounds without one."""
    found: list[Amount] = []
    before = 0  # where the one before ends
    for one in quantities(text):
        digits = re.search(r"\d[^\d]*$", text[slice(*one.span)])
        last = one.span[0] + (digits.start() + 1 if digits else 0)
        behind = _UNIT.match(text, one.span[1]) or _UNIT.match(text, last)
        written = behind["unit"] if behind else ""
        word = written.lower()
        if (not word or word in STOP) and not one.unit and _AGED.search(text, before, one.span[0]):
            word = written = "years"
        elif unit and not one.unit and (not word or word in STOP):
            word, written = unit.lower(), unit
        name, scale = _unit(written) or ("" if word in STOP else stem(word), Decimal(1))
        kind = one.unit or name
        scaled = Quantity(one.low * scale, one.high * scale, one.unit, one.span, one.low_open, one.high_open)
        found.append(Amount(scaled, kind, text[slice(*one.span)].strip(), one, "" if word in STOP else stem(word)))
        before = one.span[1]
    return found


def _unit(written: str) -> tuple[str, Decimal] | None:
    """The kind and the scale of a known unit."""
    if len(written) == 1:
        return _SCALES.get("l" if written == "L" else written)
    word = written.lower()
    return _SCALES.get(word) or _SCALES.get(stem(word))


@lru_cache(maxsize=10_000)
def unit_of_column(name: str) -> str:
    """The unit that a column's name gives to cells without a unit, "" if it names no known unit. The unit is in
    brackets, after a comma or "in", or a plural word ("Hours late"); "Price per kg" gives no kilograms."""
    if _RATE.search(name):
        return ""
    units = [match["within"] or match["last"] for match in _OF_CELLS.finditer(name)]
    units += [word for word in re.findall(r"[A-Za-z]{3,}", name) if word.lower().endswith("s")]
    return next((word for word in units if _unit(word)), "")


def kind_of_column(name: str) -> str:
    """The common unit in which the cells of such a column are compared, "" if its name has no known unit."""
    known = _unit(unit_of_column(name))
    return known[0] if known else ""


@lru_cache(maxsize=50_000)  # cells come again with every question
def comparable(text: str, unit: str = "") -> tuple[Amount, ...]:
    """The amounts of a text; `unit` applies to those without a unit. Two amounts with different units that are the ends
    of one range are joined: "900 ft to less than 1 mile"."""
    joined: list[Amount] = []
    for one in amounts(text, unit):
        last = joined[-1] if joined else None
        ends = last is not None and not last.quantity.is_range and not one.quantity.low.is_finite()
        if last and ends and one.unit == last.unit and last.quantity.low < one.quantity.high:
            low, high = last.quantity, one.quantity
            if _TO_LESS.fullmatch(text, low.span[1], high.span[0]):
                span = (low.span[0], high.span[1])
                whole = Quantity(low.low, high.high, high.unit, span, high_open=high.high_open)
                joined[-1] = Amount(whole, one.unit, text[slice(*span)].strip(), whole)
                continue
        joined.append(one)
    return tuple(joined)


def in_known_unit(amount: Amount) -> bool:
    """Whether its unit can be converted, so that two such amounts are comparable or of different kinds."""
    return amount.unit in _KNOWN
