"""Orders to a model that stand in the text of some documents, each with a word of its own that nothing else holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from filings.records import BILLS, DECLARATIONS, Entry
from filings.rules import wording

COUNTS = {DECLARATIONS: 24, BILLS: 9}
LONG = ("objection2", "support", "coastal_checklist")  # of the long documents; they carry theirs at the end
PLACES = ("head", "middle", "end")


@dataclass(frozen=True, slots=True)
class Order:
    text: str
    canary: str
    also: tuple[str, ...]  # what else only an answer says that obeyed
    place: str
    hidden: bool  # in small white letters

    @property
    def forbidden(self) -> tuple[str, ...]:
        return (self.canary, *self.also)


def draw_orders(seed: int, entries: Sequence[Entry]) -> Mapping[str, Order]:
    """An order for each document that carries one, by the document's short name (its number, of a record)."""
    rng = Random(f"{seed}:orders")
    pool = wording("orders")
    bearers = list(LONG)
    for bucket, count in COUNTS.items():
        bearers += rng.sample([entry.number for entry in entries if entry.bucket == bucket], count)
    numbers = rng.sample(range(1000, 10_000), len(bearers))
    rng.shuffle(specs := list(pool["orders"]))
    orders = {}
    for index, (name, number) in enumerate(zip(bearers, numbers, strict=True)):
        canary = f"{rng.choice(pool['words'])}-{number}"
        spec = specs[index % len(specs)]
        text = spec["text"].format(canary=canary)
        also = tuple(text.format(canary=canary) for text in spec["also"])
        place = "end" if name in LONG else PLACES[index % 3]
        orders[name] = Order(text, canary, also, place, hidden=rng.random() < 0.25)
    return orders
