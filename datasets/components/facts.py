"""Draws what the documents state: transistors and solvents with their properties, certificates, contracts, devices.

Values are texts as they are printed, so that a gold answer cannot differ from its page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import cache
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any

import yaml

Row = tuple[str, ...]  # of a table, as properties.yaml names the cells
KINDS = {"transistor": (18, "KT{}"), "solvent": (8, "Ardol {}")}  # products of a kind, and their names
MAKERS = ("Nordhelm", "Castrel", "Ibervolt", "Quillon")
LOTS, FIRST, EVERY = 4, date(2023, 1, 9), 250  # certificates of a product: how many, since when, days between


@cache
def listed(name: str) -> dict[str, Any]:
    """A YAML file beside this one."""
    return dict(yaml.safe_load(Path(__file__).with_name(f"{name}.yaml").read_text(encoding="utf-8")))


@dataclass(frozen=True)
class Product:
    name: str
    kind: str
    family: str
    maker: str
    package: str
    revised: date
    limits: tuple[Row, ...]
    typical: tuple[Row, ...]
    footnotes: tuple[str, ...]

    @property
    def file(self) -> str:
        return f"datasheets/{self.name.replace(' ', '_')}.pdf"


@dataclass(frozen=True)
class Certificate:
    number: str
    product: Product
    lot: str
    issued: date
    valid_until: date
    results: tuple[Row, ...]

    @property
    def file(self) -> str:
        return f"certificates/{self.number}.pdf"


@dataclass(frozen=True)
class Paper:
    """A contract or a manual, with the values that its wording names."""

    file: str
    values: dict[str, str]


@dataclass(frozen=True)
class Facts:
    products: tuple[Product, ...]
    certificates: tuple[Certificate, ...]
    papers: tuple[Paper, ...]  # contracts, then manuals

    def last(self, product: Product, date: str) -> Certificate:
        """Its certificate with the latest date: issued or valid_until."""
        return max((one for one in self.certificates if one.product == product), key=attrgetter(date))


def draw(seed: int) -> Facts:
    """The facts of a seed."""
    cells = Cells(seed)
    kinds = [(kind, name, number) for kind, (count, name) in KINDS.items() for number in range(count)]
    codes = cells.sample(range(210, 990), len(kinds))
    products = [_product(kind, number, name.format(codes.pop()), cells) for kind, name, number in kinds]
    numbers = cells.sample(range(1000, 9999), len(products) * LOTS)
    certificates = [_certificate(numbers.pop(), product, lot, cells) for product in products for lot in range(LOTS)]
    told = [(bucket, one) for bucket in ("contracts", "manuals") for one in listed("wording")[bucket]["documents"]]
    papers = [_paper(bucket, one, cells) for bucket, one in told]
    return Facts(tuple(products), tuple(certificates), tuple(papers))


class Cells(Random):
    """Draws what the cells of properties.yaml stand for; no two rows are the same, so that each is evidence of its
    document alone."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seen: set[Row] = set()

    def rows(self, rows: Iterable[Sequence[str]]) -> tuple[Row, ...]:
        return tuple(map(self.row, rows))

    def row(self, cells: Sequence[str]) -> Row:
        for _ in range(10_000):
            if (row := tuple(map(self.cell, cells))) not in self.seen:
                self.seen.add(row)
                return row
        raise ValueError(f"{cells}: all such rows are taken; widen the ranges")

    def cell(self, cell: str) -> str:
        if found := re.fullmatch(r"(-?[\d.]+)\.\.(-?[\d.]+)", cell):
            places = len(found[1].partition(".")[2])
            low, high = (int(Decimal(end).scaleb(places)) for end in found.groups())
            return f"{Decimal(self.randint(low, high)).scaleb(-places):f}"
        return cell or "–"


def _product(kind: str, number: int, name: str, cells: Cells) -> Product:
    known = listed("properties")[kind]
    return Product(
        name=name,
        kind=kind,
        family=known["families"][number // 3 % len(known["families"])],
        maker=MAKERS[number % len(MAKERS)],
        package=known["packages"][number % 3],
        revised=date(2016, 1, 1) + timedelta(days=cells.randrange(2500)),
        limits=cells.rows(known["limits"]),
        typical=cells.rows(known["typical"]),
        footnotes=tuple(" ".join(row) for row in cells.rows(note.split() for note in known["footnotes"])),
    )


def _certificate(number: int, product: Product, lot: int, cells: Cells) -> Certificate:
    known, issued = listed("properties")[product.kind], FIRST + timedelta(days=lot * EVERY + cells.randrange(EVERY))
    return Certificate(
        number=f"C{known['certificate'][0]}-{number}",
        product=product,
        lot=f"L{issued:%y%m}{cells.randint(1000, 9999)}",
        issued=issued,
        valid_until=issued + timedelta(days=cells.randrange(365, 730)),
        results=cells.rows(known["results"]),
    )


def _paper(bucket: str, document: dict[str, str], cells: Cells) -> Paper:
    drawn = {key: value for key, value in cells.rows(listed("wording")[bucket]["values"].items())}  # noqa: C416
    return Paper(f"{bucket}/{document['name'].replace(' ', '_')}.pdf", document | drawn)
