"""Amounts with the unit that a text writes behind them; those of one kind in one unit: miles as feet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from pipeline.quantities import Quantity, quantities
from pipeline.words import STOP, stem

_UNIT = re.compile(r"[\s-]*(?P<unit>[A-Za-z]+)")
# Units of one kind in terms of the smallest of them, by their stems.
_SCALES = {
    **dict.fromkeys(("foot", "feet", "ft"), ("foot", 1)),
    **dict.fromkeys(("yard", "yd"), ("foot", 3)),
    **dict.fromkeys(("mile", "mi"), ("foot", 5280)),
    **dict.fromkeys(("meter", "metre"), ("meter", 1)),
    **dict.fromkeys(("kilometer", "kilometre", "km"), ("meter", 1000)),
    **dict.fromkeys(("month", "mo"), ("month", 1)),
    **dict.fromkeys(("year", "yr"), ("month", 12)),
    **dict.fromkeys(("pound", "lb"), ("pound", 1)),
    **dict.fromkeys(("kilogram", "kg", "kilo"), ("kg", 1)),
}


@dataclass(frozen=True)
class Amount:
    """An amount or a range with its unit, in the unit that those of its kind are compared in ("": none is written)."""

    quantity: Quantity
    unit: str
    text: str


def amounts(text: str) -> list[Amount]:
    """The amounts and ranges of a text in their order; a bound's unit stands behind its number or all its words."""
    found = []
    for one in quantities(text):
        digits = re.search(r"\d[^\d]*$", text[slice(*one.span)])
        last = one.span[0] + (digits.start() + 1 if digits else 0)
        behind = _UNIT.match(text, one.span[1]) or _UNIT.match(text, last)
        word = behind["unit"].lower() if behind else ""
        name, scale = _SCALES.get(stem(word), _SCALES.get(word, ("" if word in STOP else stem(word), 1)))
        unit = one.unit or name
        scaled = Quantity(
            one.low * Decimal(scale), one.high * Decimal(scale), one.unit, one.span, one.low_open, one.high_open
        )
        found.append(Amount(scaled, unit, text[slice(*one.span)].strip()))
    return found
