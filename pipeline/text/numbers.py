"""Reads and writes numbers in the forms that documents print."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal

DIGITS = r"(?:\d[\d,]*(?:\.\d+)?|\.\d+)"  # a figure may begin with its point: "1,250.50", ".85"
LARGE = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
# What any reader of numbers knows; which of these forms it takes is in its own pattern.
SCALES = LARGE | {"k": 10**3, "m": 10**6, "mm": 10**6, "mn": 10**6, "b": 10**9, "bn": 10**9}
# Behind the digits of a figure whose sign is the group `currency`: without one "5 m" and "5 mm" are lengths.
SCALE = r"(?:\s?(?P<scale>k|thousand|million|billion|(?(currency)(?:mm?|bn?)|(?!)))\b)?"
SHOWN = 6  # decimal places of a quotient that has no end, as it is shown
_WIDE = Context(prec=60)  # for rounding to places alone: more than any figure holds
_FIGURE = re.compile(
    r"(?P<open>\()?\s*(?P<sign>[-+−–])?\s*(?P<currency>[$€£]|US\$)?\s*(?P<within>\()?(?P<minus>[-−–])?"
    rf"(?P<digits>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+){SCALE}"
    r"\s*(?P<percent>%|percent|per cent)?\s*(?P<close>\))?(?P<behind>\s?%)?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Figure:
    """A number as a document prints it. `percent`: `value` is the number before the sign."""

    value: Decimal
    currency: str = ""
    percent: bool = False

    @property
    def amount(self) -> Decimal:
        """Its value in arithmetic: 5% is 0.05."""
        return self.value / 100 if self.percent else self.value


def read_figure(text: str) -> Figure | None:
    """The number, if the whole text is one: "$1,250.50", "$1.2M", "5%"; "(3.2)", "(-3.2)", "$ (3.2)" and "(3.2)%" for
    negative ones; else None."""
    found = _FIGURE.fullmatch(text.strip().rstrip("*†‡"))
    if not found or bool(found["open"]) + bool(found["within"]) != bool(found["close"]):
        return None
    if found["behind"] and (found["percent"] or not found["close"]):
        return None
    value = Decimal(found["digits"].replace(",", "")) * SCALES.get((found["scale"] or "").lower(), 1)
    negative = found["close"] or found["minus"] or (found["sign"] or "+") != "+"
    percent = bool(found["percent"] or found["behind"])
    return Figure(-value if negative else value, (found["currency"] or "")[-1:], percent)


def plain(value: Decimal) -> str:
    """A number without exponent and trailing zeros: 603.873, 1,250. An endless quotient is cut after `SHOWN` places."""
    if value != value.quantize(Decimal(1).scaleb(-2 * SHOWN), ROUND_HALF_UP, _WIDE):
        value = value.quantize(Decimal(1).scaleb(-SHOWN), ROUND_HALF_UP, _WIDE)
    text = f"{value:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
