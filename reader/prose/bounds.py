"""Bounds of a rule and the amounts of a case: "1990 or later", "within 10 days", "between $350 and $1,250"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from pipeline.text.measures import amounts
from pipeline.text.quantities import INFINITY, Quantity
from pipeline.text.words import terms

_YEAR = r"(?P<year>(?:1[5-9]|20)\d\d)(?![\d,]|\.\d)"
_YEARS = re.compile(
    r"(?P<from>\b(?:on or after|no earlier than|since|after|from)\b)?"
    r"(?P<until>\b(?:on or before|no later than|before|prior to|until)\b)?"
    rf"\s*(?:(?:the )?(?:year|[A-Z][a-z]+(?: \d{{1,2}})?),? )?(?<![\d,.$€£]){_YEAR}"
    r"(?P<later>,? (?:or|and) (?:later|newer|after|younger))?(?P<earlier>,? (?:or|and) (?:earlier|older|before))?"
)
_WITHIN = re.compile(r"\bwithin\b", re.IGNORECASE)
_PART = re.compile(r"[;,.](?!\d)|\b(?:and|with|that|which)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Stated:
    """An amount with its unit ("year" of a year), and the terms of the part of the sentence it stands in."""

    quantity: Quantity
    unit: str
    beside: frozenset[str]


@dataclass(frozen=True)
class Bound:
    """A range that a rule sets, its unit, and the terms of the part of the sentence it stands in."""

    quantity: Quantity
    unit: str
    beside: frozenset[str]

    def met_by(self, case: Sequence[Stated]) -> bool | None:
        """Whether the case's amount of the same unit lies within it; None where the case has none, or several of which
        none is spoken of in the bound's words."""
        alike = [one for one in case if one.unit == self.unit]
        named = [one for one in alike if one.beside & self.beside]
        if self.unit in ("", "$", "%") or len(alike) > 1:
            alike = named
        if len(alike) != 1:
            return None
        return self.quantity.holds(alike[0].quantity) or self.quantity.same(alike[0].quantity)


def bounds(sentence: str) -> list[Bound]:
    """The ranges of a rule's sentence."""
    found = _read(_WITHIN.sub("at most", sentence))
    return [Bound(one.quantity, one.unit, one.beside) for one in found if one.quantity.is_range]


def stated(question: str) -> list[Stated]:
    """The amounts of a question's case."""
    return _read(question)


def _read(text: str) -> list[Stated]:
    years = list(_YEARS.finditer(text))
    found = [Stated(_year(match), "year of date", _beside(text, *match.span())) for match in years]
    taken = [match.span() for match in years]
    for one in amounts(text):
        start, end = one.quantity.span
        if not any(first < end and start < last for first, last in taken):
            found.append(Stated(one.quantity, one.unit, _beside(text, start, end)))
    return found


def _year(match: re.Match[str]) -> Quantity:
    year = Decimal(match["year"])
    low = -INFINITY if match["until"] or match["earlier"] else year
    high = INFINITY if match["from"] or match["later"] else year
    strict = bool(match["until"]) and match["until"].lower() in ("before", "prior to")
    return Quantity(low, high, "", match.span(), high_open=strict)


def _beside(text: str, start: int, end: int) -> frozenset[str]:
    first = max((match.end() for match in _PART.finditer(text, 0, start)), default=0)
    last = min((match.start() for match in _PART.finditer(text, end)), default=len(text))
    return frozenset(terms("_ " + text[first:start])) | frozenset(terms("_ " + text[end:last]))
