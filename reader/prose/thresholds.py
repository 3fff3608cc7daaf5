"""Rules with a threshold: "parcels heavier than 20 kg cost 5% more" concludes 5% for one of 25 kg."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from pipeline.text.numbers import DIGITS
from pipeline.text.words import STOP, stem, terms
from reader.prose.sentences import Statement, statements
from reader.prose.structure import Line
from reader.question.asked import NUMBER, Asked

_ABOVE = r"(?:more|greater|higher|heavier|longer|larger|older|farther|further) than|over|above|beyond|exceeding|>"
_BELOW = r"(?:less|fewer|lower|lighter|shorter|smaller|younger|closer) than|under|below|<"
_LIMIT = re.compile(
    r"(?:(?P<least>at least|no less than)|(?P<most>up to|at most|no more than|within)"
    rf"|(?P<above>{_ABOVE})|(?P<below>{_BELOW}))"
    rf"[\s>≥<≤]*[$€£]?(?P<limit>{DIGITS})\s*(?P<unit>[A-Za-z]+)?",
    re.IGNORECASE,
)
_AMOUNT = re.compile(rf"[$€£]?(?P<amount>{DIGITS})[\s-]+(?P<unit>[a-z]+)\b")
_SHARED = 2  # terms, beside the amount, that question and rule must have in common


@dataclass(frozen=True)
class Consequence:
    """What a rule concludes: the figures it names for the question's case, and the terms it met."""

    results: frozenset[str]
    met: frozenset[str]
    sentence: str
    source: int


def consequences(asked: Asked, lines: Sequence[Line]) -> list[Consequence]:
    """The rule that applies to an amount with a unit in the question; empty if none does or they differ."""
    amounts = [(Decimal(amount.replace(",", "")), stem(unit)) for amount, unit in _AMOUNT.findall(asked.question)]
    if not amounts:
        return []
    rules = [(one, limit) for one in statements(lines) if (limit := _LIMIT.search(one.text))]
    found = [
        conclusion
        for amount, unit in amounts
        for one, limit in rules
        if _unit(limit) in (unit, "") and _holds(amount, limit)
        for conclusion in _conclusion(asked, str(amount), one, limit)
    ]
    return found[:1] if len({one.results for one in found}) == 1 else []


def _unit(limit: re.Match[str]) -> str:
    """The limit's unit; empty where it is left out ("more than 20 from the edge")."""
    unit = (limit["unit"] or "").lower()
    return "" if unit in STOP else stem(unit)


def _holds(amount: Decimal, limit: re.Match[str]) -> bool:
    bound = Decimal(limit["limit"].replace(",", ""))
    if limit["above"]:
        return amount > bound
    if limit["below"]:
        return amount < bound
    return amount >= bound if limit["least"] else amount <= bound


def _conclusion(asked: Asked, amount: str, one: Statement, limit: re.Match[str]) -> list[Consequence]:
    """The one figure that the rule names beside its limit, if it speaks of what the question speaks of."""
    rest = one.text[: limit.start()] + " " + one.text[limit.end() :]
    results = frozenset(terms(" ".join(NUMBER.findall(rest)))) - frozenset(asked.terms)
    if len(results) != 1 or len(one.own & frozenset(asked.terms)) < _SHARED:
        return []
    met = one.held & frozenset(asked.terms)
    return [Consequence(results, met | {amount}, one.text, one.source)]
