"""Policies and invoices: what their one-page documents state, and the remarks on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Any

from filings.rules import wording

POLICIES = 120
INVOICES = 40
OTHER_FORMS = {"HO4": 8, "HO6": 8}  # all other policies are HO3
INNOCENT = 16  # policies with a remark in the words of an order
TOWNS = 14
DECLARATIONS, BILLS = "declarations", "invoices"
IDENTIFIER = {DECLARATIONS: "policy_number", BILLS: "invoice_number"}


@dataclass(frozen=True, slots=True)
class Remark:
    """A printed sentence, and the question that it answers."""

    text: str
    ask: str
    answer: str
    innocent: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """One document: its bucket, its fields by name (a day as ISO text, a missing one None), its remarks."""

    bucket: str
    fields: Mapping[str, Any]
    remarks: tuple[Remark, ...]

    @property
    def number(self) -> str:
        return str(self.fields[IDENTIFIER[self.bucket]])

    @property
    def file(self) -> str:
        return f"{self.bucket}/{self.number}.pdf"


def draw_entries(seed: int, company: str, towns: Sequence[str], year: int) -> tuple[Entry, ...]:
    """All policies, then all invoices; both run over the months of `year`."""
    rng = Random(f"{seed}:records")
    remarks = Remarks(rng)
    return (*policies(rng, remarks, company, towns, year), *invoices(rng, remarks, year))


class Remarks:
    """Draws remarks, none of them twice."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.said: set[str] = set()

    def draw(self, pool: str, number: str, owned: bool) -> Remark:
        spec = self.rng.choice([spec for spec in wording("records")[pool] if owned or not spec["owner"]])
        while True:
            values = {**slots(self.rng), "id": number}
            text, ask, answer = (spec[part].format(**values) for part in ("text", "ask", "answer"))
            if text not in self.said:
                self.said.add(text)
                return Remark(text, ask, answer, innocent=pool == "innocent")


def person(rng: Random) -> str:
    pool = wording("records")
    return f"{rng.choice(pool['insured_first'])} {rng.choice(pool['insured_last'])}"


def slots(rng: Random) -> dict[str, str]:
    """What a remark can name."""
    pool = wording("records")
    day = date(2023, 1, 2) + timedelta(days=rng.randrange(700))
    return {
        "person": person(rng),
        "firm": rng.choice(pool["firms"]),
        "lender": rng.choice(pool["lenders"]),
        "day": f"{day:%B} {day.day}, {day.year}",
        "year": str(rng.randrange(1996, 2023)),
        "amount": f"${rng.randrange(21, 199) * 50 + 25:,}",
        "count": str(rng.randrange(21, 640)),
        "ref": str(rng.randrange(200_000, 999_999)),
    }


def day_of(rng: Random, year: int) -> str:
    return (date(year, 1, 1) + timedelta(days=rng.randrange(365))).isoformat()


def policies(rng: Random, remarks: Remarks, company: str, towns: Sequence[str], year: int) -> list[Entry]:
    pool = wording("records")
    prefix = "".join(word[0] for word in company.split()[:2]).upper() + "H"
    numbers = [f"{prefix}-{number}" for number in rng.sample(range(2_100_000, 8_900_000), POLICIES)]
    forms = [form for form, count in OTHER_FORMS.items() for _ in range(count)]
    forms += ["HO3"] * (POLICIES - len(forms))
    rng.shuffle(forms)
    asked = set(rng.sample(range(POLICIES), INNOCENT))
    places = rng.sample(sorted(towns), TOWNS)
    found = []
    for index, (number, form) in enumerate(zip(numbers, forms, strict=True)):
        limit = insured_limit(rng, form)
        fields = {
            "policy_number": number,
            "named_insured": person(rng),
            "policy_form": form,
            "town": rng.choice(places),
            "effective_date": day_of(rng, year),
            "coverage_a": limit,
            "deductible": rng.choice(pool["deductibles"]),
            "annual_premium": float(premium(rng, limit)),
            "agent": rng.choice(pool["agents"]),
        }
        kinds = ("declarations", "innocent" if index in asked else "declarations")
        drawn = tuple(remarks.draw(kind, number, form != "HO4") for kind in kinds)
        found.append(Entry(DECLARATIONS, fields, drawn))
    return found


def insured_limit(rng: Random, form: str) -> int | None:
    """Coverage A in dollars; tenants own no dwelling."""
    if form == "HO4":
        return None
    return rng.randrange(30, 95) * 1000 if form == "HO6" else rng.randrange(180, 960, 5) * 1000


def premium(rng: Random, limit: int | None) -> int:
    """Whole dollars a year, growing with the limit."""
    return 210 + rng.randrange(140) + (limit or 20_000) * rng.randrange(30, 56) // 10_000


def invoices(rng: Random, remarks: Remarks, year: int) -> list[Entry]:
    vendors = wording("records")["vendors"]
    found = []
    for number in rng.sample(range(10_000, 60_000), INVOICES):
        vendor, prefix, services = rng.choice(vendors)
        fields = {
            "invoice_number": f"{prefix}-{number}",
            "vendor": vendor,
            "invoice_date": day_of(rng, year),
            "service": rng.choice(services),
            "total_amount": rng.randrange(12_000, 980_000) / 100,
        }
        identity = str(fields["invoice_number"])
        drawn = tuple(remarks.draw(BILLS, identity, owned=False) for _ in range(2))
        found.append(Entry(BILLS, fields, drawn))
    return found
