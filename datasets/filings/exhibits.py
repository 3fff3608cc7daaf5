"""The numbered exhibits of the rate pages and the tier pages, as printed cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import TYPE_CHECKING

from filings.rates import FORMS, PLAIN, Rates, Row, dollars, factor
from filings.rules import Rule, wording

if TYPE_CHECKING:
    from filings.facts import Town

EVERY_PERIL = "x"
ENDORSEMENT = "+"


@dataclass(frozen=True, slots=True)
class Exhibit:
    """`columns` may break at newlines; the first `keys` cells of a row name it. `sign`: how the order of calculation
    uses it (x by peril, + an endorsement's premium)."""

    number: int
    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    keys: int
    sign: str = EVERY_PERIL
    head_every_page: bool = True

    def mark(self, *cells: str) -> str:
        """The key under which a document marks the row that starts with `cells`."""
        return "/".join((self.id, *cells))

    def cell(self, row: Sequence[str], column: str) -> str:
        """The figure of the row that starts with `row` in the column headed `column`."""
        found = next(cells for cells in self.rows if cells[: len(row)] == tuple(row))
        return found[[name.replace("\n", " ") for name in self.columns].index(column)]


def heads(perils: Iterable[str]) -> tuple[str, ...]:
    """Peril names as column heads, long ones over two lines, as the trade prints them."""
    return tuple(peril.replace("-", "-\n").replace(" ", "\n", 1) if len(peril) > 9 else peril for peril in perils)


def figures(row: Row) -> tuple[str, ...]:
    return tuple(map(factor, row))


def effect_rows(rng: Random, levels: Sequence[str], effect: str, perils: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Factors by form and level: the first level stands at 1.000, and the same few perils move by more from level to
    level, down where the effect is a discount."""
    moved = rng.sample(range(len(perils)), 3)
    rows = []
    for form in FORMS:
        sizes = [rng.uniform(0.01, 0.05) for _ in moved]
        for number, level in enumerate(levels):
            row = [PLAIN] * len(perils)
            for peril, size in zip(moved, sizes, strict=True):
                row[peril] += round(1000 * size * (-number if effect == "discount" else number))
            rows.append((form, level, *figures(tuple(row))))
    return tuple(rows)


def table_exhibits(rates: Rates) -> list[Exhibit]:
    """The first exhibits: base rates, forms, and the long tables by limit and deductible. Numbers come later."""
    head = heads(rates.perils)
    amount = ("Policy Form", "Coverage A\nLimit", "Coverage\nDeductible", *head)
    tenants = ("Policy Form", "Coverage C\nLimit", "Coverage\nDeductible", *head)

    def amounts(*forms: str) -> tuple[tuple[str, ...], ...]:
        return tuple((f, dollars(n), d, *figures(row)) for (f, n, d), row in rates.amount.items() if f in forms)

    hurricane = tuple(("HO3", dollars(n), d, *figures(row)) for (n, d), row in rates.hurricane.items())
    wind = tuple(("HO3", dollars(n), d, *figures(row)) for (n, d), row in rates.wind.items())
    own = ("Policy Form", "Coverage A\nLimit", "Applicable\n{}\nDeductible")
    base = tuple(map(dollars, rates.base))
    return [
        Exhibit(0, "base", "Base Rates", head, (base,), len(base)),
        Exhibit(0, "form", "Policy Form Factor", ("Policy Form", *head),
                tuple((form, *figures(row)) for form, row in rates.form.items()), 1),
        Exhibit(0, "amount", "Amount of Insurance / Deductible HO3 Factor", amount, amounts("HO3"), 3),
        Exhibit(0, "tenants", "Amount of Insurance / Deductible HO4/HO6 Factor", tenants, amounts("HO4", "HO6"), 3),
        Exhibit(0, "hurricane", "Hurricane Deductible Factor",
                tuple(part.format("Hurricane") for part in own) + head, hurricane, 3, head_every_page=False),
        Exhibit(0, "wind", "Wind / Hail Deductible Factor",
                tuple(part.format("Wind / Hail") for part in own) + head, wind, 3),
        Exhibit(0, "coast", "Distance to Coast Factor", ("Policy Form", "Distance in\nFeet", *head),
                tuple((*key, *figures(row)) for key, row in rates.coast.items()), 2),
        Exhibit(0, "protection", "Protection Class Factor", ("Policy Form", "Protection\nClass", *head),
                tuple((*key, *figures(row)) for key, row in rates.protection.items()), 2),
    ]  # fmt: skip


def territory_exhibit(rng: Random, rates: Rates, towns: Sequence[Town]) -> Exhibit:
    rows = []
    for form in FORMS:
        for town in towns:
            row = tuple(round(town.factor * rng.uniform(0.8, 1.2)) for _ in rates.perils)
            rows.append((form, town.zip, str(town.territory), *figures(row)))
    columns = ("Policy Form", "Zip Code", "Territory", *heads(rates.perils))
    return Exhibit(0, "territory", "Territory Factor", columns, tuple(rows), 2)


def endorsement_exhibits(rng: Random, rules: Sequence[Rule]) -> list[Exhibit]:
    """A flat annual premium by form for every optional coverage."""
    return [
        Exhibit(0, f"premium:{rule.label}", rule.name, ("Policy Form", "Annual\nPremium"),
                tuple((form, dollars(rng.randrange(4, 190))) for form in FORMS), 1, ENDORSEMENT)
        for rule in rules
    ]  # fmt: skip


def rate_exhibits(
    seed: int, rates: Rates, rules: tuple[Sequence[Rule], Sequence[Rule]], towns: Sequence[Town],
    constructions: Sequence[str],
) -> tuple[Exhibit, ...]:  # fmt: skip
    """Every exhibit of the rate pages in order, from number 1. `rules`: the rating plan's, the optional coverages'."""
    rng = Random(f"{seed}:exhibits")
    made = table_exhibits(rates)
    made.insert(6, territory_exhibit(rng, rates, towns))
    columns = ("Policy Form", "Level", *heads(rates.perils))
    for rule in rules[0]:
        levels = tuple(constructions) if rule.id == "construction" else rule.levels
        if levels:
            rows = effect_rows(rng, levels, rule.effect, rates.perils)
            made.append(Exhibit(0, f"factor:{rule.label}", rule.name, columns, rows, 2))
    least = tuple((form, dollars(rng.randrange(60, 340, 5))) for form in FORMS)
    made.append(Exhibit(0, "minimum", "Minimum Premium", ("Policy Form", "Minimum\nPremium"), least, 1, "Max"))
    made.extend(endorsement_exhibits(rng, rules[1]))
    return tuple(numbered(made))


def numbered(exhibits: Sequence[Exhibit]) -> list[Exhibit]:
    return [
        Exhibit(number, e.id, e.title, e.columns, e.rows, e.keys, e.sign, e.head_every_page)
        for number, e in enumerate(exhibits, 1)
    ]


TIER_COMPONENTS: dict[str, tuple[str, ...]] = {
    "Smoker / Nonsmoker": ("Smoker", "Nonsmoker"),
    "Basement Type": ("None", "Crawl space", "Unfinished", "Part finished", "Finished"),
    "Bathroom Count": ("1", "1.5", "2", "2.5", "3", "3.5", "4", "5+"),
    "Family Count": ("1", "2", "3", "4"),
    "Prior Claim Count": ("0", "1", "2", "3", "4+"),
    "Prior Lapse in Days": ("0", "1-30", "31-60", "61-180", "181+"),
    "Ownership in Years": ("0", "1", "2-4", "5-9", "10-19", "20+"),
}


def tier_exhibits(seed: int, rates: Rates, constructions: Sequence[str], effective: date) -> tuple[Exhibit, ...]:
    """The tier pages: one small table by form and component, the ages and scores, and the tier factors."""
    rng = Random(f"{seed}:tiers")
    day = f"{effective.month}/{effective.day}/{effective.year}"
    band = (
        "Policy\nOriginal\nEffective\nDate Min",
        "Policy\nOriginal\nEffective\nDate Max",
        "Flex Band",
        "Flex Band\nFactor",
    )
    made = [Exhibit(0, "flex", "Flex Band Factor", band, ((day, "12/31/2199", "0", "1.00"),), 1)]
    components = {
        **TIER_COMPONENTS,
        "Construction Type": tuple(constructions),
        "Prior Carrier": (*wording("names")["carriers"], "Any other", "None"),
        "Insured Age": (*map(str, range(16, 96)), "96+"),
        "Insurance Score": (*(f"{low}-{low + 9}" for low in range(300, 990, 10)), "No score"),
    }
    for title, levels in components.items():
        for form in FORMS:
            rows = [(form, level, "0", "9999", factor(rng.randrange(820, 1350))) for level in levels]
            columns = ("Policy Form", title.replace(" ", "\n"), "Flex Band\nMin", "Flex Band\nMax", "Factor")
            made.append(Exhibit(0, f"tier:{title}:{form}", f"{title} Factor", columns, tuple(rows), 2))
    numbers = tuple(
        (str(tier), f"{value / 100 - 0.015:.3f}", f"{value / 100 + 0.0149:.3f}", f"{value / 100:.2f}")
        for tier, value in rates.tier.items()
    )
    bounds = ("Tier\nNumber", "Tier\nResult\nMin", "Tier\nResult\nMax", "Policy\nTier\nFactor")
    made.append(Exhibit(0, "tiers", "Policy Tier Factor", bounds, numbers, 1))
    return tuple(numbered(made))
