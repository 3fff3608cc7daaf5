"""Finds the two listed key values around an amount that a table does not list: 612 is between 500 and 750."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from ragatta.pipeline.text.mentions import Mention, mentions

_NAMED = 0.5  # share of a key's name that must stand beside an amount for it to be an amount of that key


@dataclass(frozen=True)
class Neighbours:
    """The `amount` as written, the next values `below` and `above` as printed, and the distance of the amount (`part`)
    and of the upper value (`whole`) from the lower value, in one unit."""

    amount: str
    below: str
    above: str
    part: Decimal
    whole: Decimal


def is_of(one: Mention, key: str) -> bool:
    """Whether an amount may belong to a key: the key's name is near it, or names its unit."""
    return one.of(key) > _NAMED or one.in_unit_of(key)


def above(one: Mention, cell: str, column: str) -> Decimal | None:
    """The difference between the single amount of a cell and another amount of its unit; None if the cell has none."""
    if not one.quantities or one.quantities[0].is_range:
        return None
    amount, stated = one.compared(cell, column)
    if len(stated) != 1 or stated[0].is_range or stated[0].unit != amount.unit:
        return None
    return stated[0].low - amount.low


def between(one: Mention, cells: Iterable[str], column: str) -> Neighbours | None:
    """The two cells of the column next to the amount; None if a cell states or contains it, or if all are on one
    side."""
    cells = dict.fromkeys(cells)
    if one.codes or any(one.met_by(cell, column) for cell in cells):
        return None
    far = [(distance, cell) for cell in cells if (distance := above(one, cell, column)) is not None]
    lower = max((pair for pair in far if pair[0] < 0), default=None)
    upper = min((pair for pair in far if pair[0] > 0), default=None)
    if lower is None or upper is None:
        return None
    return Neighbours(one.text, lower[1], upper[1], -lower[0], upper[0] - lower[0])


def neighbours(key: str, choices: Iterable[str], text: str) -> Neighbours | None:
    """The values next to the key's amount in the text: the amount near the key's name, else the only amount between two
    values."""
    cells = list(choices)
    near_mentions = [(one, found) for one in mentions(text) if (found := between(one, cells, key))]
    near = [found for one, found in near_mentions if is_of(one, key)] or [
        found for one, found in near_mentions if not one.measured
    ]
    return near[0] if len(near) == 1 else None
