"""The filing's figures: base rates, factor tables by form, limit, deductible and peril.

Factors are whole thousandths, so that products are exact and rounding is the filing's own (half a dollar up).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log
from random import Random

FORMS = ("HO3", "HO4", "HO6")
PLAIN = 1000  # a factor of 1.000

Row = tuple[int, ...]  # a factor by peril, in the order of `Rates.perils`


@dataclass(frozen=True, slots=True)
class Rates:
    perils: tuple[str, ...]
    base: tuple[int, ...]  # whole dollars by peril
    form: Mapping[str, Row]
    limits_a: tuple[int, ...]  # dollars
    limits_c: tuple[int, ...]
    deductibles: tuple[str, ...]  # as printed: $1,000 or 2%
    hurricane_deductibles: tuple[str, ...]
    wind_deductibles: tuple[str, ...]
    amount: Mapping[tuple[str, int, str], Row]
    hurricane: Mapping[tuple[int, str], Row]
    wind: Mapping[tuple[int, str], Row]
    protection: Mapping[tuple[str, str], Row]
    coast: Mapping[tuple[str, str], Row]
    tier: Mapping[int, int]  # hundredths

    def peril(self, name: str) -> int:
        return self.perils.index(name)


def factor(thousandths: int) -> str:
    return f"{thousandths // 1000}.{thousandths % 1000:03d}"


def dollars(amount: int) -> str:
    return f"${amount:,}"


def whole_dollars(amount: Fraction) -> int:
    """The Whole Dollar Premium Rule: to the nearest dollar, fifty cents up."""
    return floor(amount + Fraction(1, 2))


def deductible_dollars(deductible: str, limit: int) -> float:
    """A printed deductible in dollars of a loss under `limit`."""
    if deductible.endswith("%"):
        return limit * int(deductible[:-1]) / 100
    return int(deductible.strip("$").replace(",", ""))


def only(perils: Sequence[str], name: str, value: int) -> Row:
    """1.000 for every peril but one."""
    return tuple(value if peril == name else PLAIN for peril in perils)


def draw_amount(
    rng: Random, perils: Sequence[str], limits: Mapping[str, Sequence[int]], deductibles: Sequence[str]
) -> dict[tuple[str, int, str], Row]:
    """Factors that grow with the limit and fall with the deductible. For HO3 the wind and hurricane perils stand at
    1.000, since their own deductible exhibits carry the limit."""
    curves = {peril: (rng.uniform(0.45, 1.25), rng.uniform(0.03, 0.075), rng.uniform(0.85, 1.15)) for peril in perils}
    table = {}
    for form, amounts in limits.items():
        middle = 300_000 if form == "HO3" else 40_000
        for deductible in deductibles:
            for limit in amounts:
                row = []
                for peril in perils:
                    power, fall, level = curves[peril]
                    relief = max(0.35, 1.12 - fall * log(1 + deductible_dollars(deductible, limit) / 400))
                    value = round(1000 * level * (limit / middle) ** power * relief)
                    apart = form == "HO3" and peril in ("Wind/Hail", "Hurricane")
                    row.append(PLAIN if apart else value)
                table[form, limit, deductible] = tuple(row)
    return table


def draw_own_deductible(
    rng: Random, perils: Sequence[str], peril: str, limits: Sequence[int], deductibles: Sequence[str]
) -> dict[tuple[int, str], Row]:
    """The exhibit of a peril with a deductible of its own: every other peril stands at 1.000."""
    power, fall, level = rng.uniform(0.88, 1.04), rng.uniform(0.04, 0.08), rng.uniform(0.9, 1.1)
    table = {}
    for limit in limits:
        for deductible in deductibles:
            relief = 1.15 - fall * log(1 + deductible_dollars(deductible, limit) / 500)
            table[limit, deductible] = only(perils, peril, round(1000 * level * (limit / 320_000) ** power * relief))
    return table


def draw_ladder(
    rng: Random, perils: Sequence[str], steps: Sequence[str], moved: Sequence[str], span: float
) -> dict[tuple[str, str], Row]:
    """Factors by form and step that rise from below to above 1.000 for the perils in `moved`."""
    table = {}
    for form in FORMS:
        slopes = {peril: rng.uniform(0.4, 1.0) * span for peril in moved}
        for number, step in enumerate(steps):
            at = number / max(1, len(steps) - 1) - rng.uniform(0.3, 0.34)
            table[form, step] = tuple(
                round(1000 * (1 + slopes[peril] * at)) if peril in moved else PLAIN for peril in perils
            )
    return table


def draw_rates(seed: int, perils: Sequence[str], mandatory: Sequence[str], least: int) -> Rates:
    """All figures of the seed. `mandatory` holds the hurricane deductibles that the rules impose, which their exhibit
    must list; `least` is the lowest Coverage A limit, where the tables start."""
    rng = Random(f"{seed}:rates")
    limits_a = (*range(least, 1_000_001, 10_000), 1_250_000, 1_500_000, 2_000_000, 10_000_000)
    limits_c = (*range(10_000, 150_001, 5_000), 200_000, 250_000, 500_000)
    deductibles = ("$500", "$750", "$1,000", "$1,500", "$2,500", "$5,000", "$10,000", "1%", "2%", "5%")
    hurricane_deductibles = (*sorted({"1%", "2%", "5%", *mandatory}), "$500", "$1,000", "$2,500", "$5,000")
    wind_deductibles = ("1%", "2%", "3%", "5%", "$1,000", "$2,500", "$5,000", "$10,000")
    forms = {"HO3": limits_a, "HO4": limits_c, "HO6": limits_c}
    classes = ("1", "2", "3", "4", "5", "6", "7", "8", "8B", "9", "10W", "10")
    bands = ("0-500", "501-1000", "1001-1500", "1501-2600", "2601-5280", "5281-10560", "10561-26400", "26401+")
    return Rates(
        perils=tuple(perils),
        base=tuple(
            rng.randrange(180, 420) if peril in ("Hurricane", "Wind/Hail", "Fire") else rng.randrange(4, 320)
            for peril in perils
        ),
        form={form: tuple(PLAIN if form == "HO3" else rng.randrange(3, 300) for _ in perils) for form in FORMS},
        limits_a=limits_a,
        limits_c=limits_c,
        deductibles=deductibles,
        hurricane_deductibles=hurricane_deductibles,
        wind_deductibles=wind_deductibles,
        amount=draw_amount(rng, perils, forms, deductibles),
        hurricane=draw_own_deductible(rng, perils, "Hurricane", limits_a, hurricane_deductibles),
        wind=draw_own_deductible(rng, perils, "Wind/Hail", limits_a, wind_deductibles),
        protection=draw_ladder(rng, perils, classes, ("Fire", "Other"), 0.8),
        coast=draw_ladder(rng, perils, bands[::-1], ("Hurricane", "Wind/Hail"), 1.4),
        tier={tier: 40 + 3 * tier + rng.randrange(0, 3) for tier in range(1, 81)},
    )


def key_premium(rates: Rates, tier: int, protection_class: str, limit: int, deductible: str) -> int:
    """The Key Premium rule of the manual: the sum over perils of base rate x tier x amount x class, each rounded."""
    amount = rates.amount["HO3", limit, deductible]
    protection = rates.protection["HO3", protection_class]
    return sum(
        whole_dollars(Fraction(base * rates.tier[tier] * size * fire, 100 * 1000 * 1000))
        for base, size, fire in zip(rates.base, amount, protection, strict=True)
    )
