"""Amounts with the unit that a text writes behind them; those of one kind in one unit: miles as feet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from pipeline.quantities import Quantity, quantities
from pipeline.words import STOP, stem

_UNIT = re.compile(r"[\s+-]*(?P<unit>[A-Za-z]+)")
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
# An age without a unit is in years: "patients aged 65 or more".
_AGED = re.compile(r"\b(?:aged|ages|age of)\s+(?:[a-z]+\s+){0,3}$", re.IGNORECASE)
_KNOWN = frozenset(name for name, _ in _SCALES.values())
_TO_LESS = re.compile(
    r"[\s-]*[A-Za-z]*\.?\s*(?:to|but|and|-|–)?\s*(?:less than|under|up to|<\s?=?|≤)\s*", re.IGNORECASE
)


@dataclass(frozen=True)
class Amount:
    """An amount or a range with its unit, in the unit that those of its kind are compared in ("": none is written).
    `stated` is it as it is written, and `word` the stem of the unit that is written."""

    quantity: Quantity
    unit: str
    text: str
    stated: Quantity
    word: str = ""


def amounts(text: str) -> list[Amount]:
    """The amounts and ranges of a text in their order; a bound's unit stands behind its number or all its words."""
    found = []
    for one in quantities(text):
        digits = re.search(r"\d[^\d]*$", text[slice(*one.span)])
        last = one.span[0] + (digits.start() + 1 if digits else 0)
        behind = _UNIT.match(text, one.span[1]) or _UNIT.match(text, last)
        word = behind["unit"].lower() if behind else ""
        if (not word or word in STOP) and not one.unit and _AGED.search(text, 0, one.span[0]):
            word = "years"
        name, scale = _SCALES.get(stem(word), _SCALES.get(word, ("" if word in STOP else stem(word), 1)))
        unit = one.unit or name
        scaled = Quantity(
            one.low * Decimal(scale), one.high * Decimal(scale), one.unit, one.span, one.low_open, one.high_open
        )
        found.append(Amount(scaled, unit, text[slice(*one.span)].strip(), one, "" if word in STOP else stem(word)))
    return found


@lru_cache(maxsize=50_000)  # cells come again with every question
def comparable(text: str) -> tuple[Amount, ...]:
    """The amounts of a text. Two that are the ends of one range in units of their own are that range: "900 ft to less
    than 1 mile"."""
    joined: list[Amount] = []
    for one in amounts(text):
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


def in_known_unit(one: Amount) -> bool:
    """Whether its unit is one of those that are converted: two such amounts are compared in it, or are of two kinds."""
    return one.unit in _KNOWN
