"""The values of a key between which an amount lies that a table does not list: 612 lies between 500 and 750."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from pipeline.mentions import Mention, mentions
from pipeline.quantities import Quantity, quantities

NAMED = 0.5  # share of a key's name that must stand beside an amount for it to be an amount of that key


@dataclass(frozen=True)
class Neighbours:
    """The `amount` as its text says it, and the next values `below` and `above` as their cells print them."""

    amount: str
    below: str
    above: str

    @property
    def share(self) -> tuple[Decimal, Decimal]:
        """How far the amount lies above the lower value, and how far the upper one does."""
        amount, below, above = (quantities(text)[0].low for text in (self.amount, self.below, self.above))
        return amount - below, above - below


def is_of(one: Mention, key: str) -> bool:
    """Whether an amount may be of a key: the key's name stands beside it."""
    return one.of(key) > NAMED


def between(one: Mention, cells: Iterable[str], column: str = "") -> Neighbours | None:
    """The two cells next to the amount, of its unit; None where a cell states or holds it or all lie on one side."""
    if not one.quantities or one.codes or one.quantities[0].is_range:
        return None
    amount = one.quantities[0]
    below: tuple[Decimal, str] | None = None
    above: tuple[Decimal, str] | None = None
    for cell in dict.fromkeys(cells):
        if one.met_by(cell, column):
            return None
        value = _value(cell, amount)
        if value is None:
            continue
        if value < amount.low and (below is None or value > below[0]):
            below = value, cell
        if value > amount.low and (above is None or value < above[0]):
            above = value, cell
    return Neighbours(one.text, below[1], above[1]) if below and above else None


def neighbours(key: str, choices: Iterable[str], text: str) -> Neighbours | None:
    """The values of the key next to the amount of the text that is of it: the one beside which the key's name stands,
    else the only one that lies between two of them."""
    cells = list(choices)
    said = [(one, found) for one in mentions(text) if not one.measured and (found := between(one, cells, key))]
    named = [near for one, near in said if is_of(one, key)] or [near for _, near in said]
    return named[0] if len(named) == 1 else None


def _value(cell: str, amount: Quantity) -> Decimal | None:
    """The one amount that a cell is, where it is of the same unit."""
    stated = quantities(cell)
    if len(stated) != 1 or stated[0].is_range or stated[0].unit != amount.unit:
        return None
    return stated[0].low
