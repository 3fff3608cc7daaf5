"""Everything the filing states, drawn from one seed: documents print it, questions ask about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from random import Random

from filings.exhibits import Exhibit, rate_exhibits, tier_exhibits
from filings.orders import Order, draw_orders
from filings.rates import PLAIN, Rates, draw_rates, key_premium, whole_dollars
from filings.records import Entry, draw_entries
from filings.rules import Rule, Section, draw_prose, draw_sections, draw_withdrawn, wording


@dataclass(frozen=True, slots=True)
class Town:
    county: str
    name: str
    zip: str
    territory: int
    coastal: bool
    factor: int  # thousandths


@dataclass(frozen=True, slots=True)
class Names:
    state: str
    abbreviation: str
    company: str
    group: str
    program: str
    program_in_full: str
    department: str
    vendor: str  # location service
    imagery: str  # aerial imagery
    bureau: str  # advisory organization
    address: str
    tracking: str
    state_tracking: str
    naic: str


@dataclass(frozen=True, slots=True)
class People:
    commissioner: str
    manager: str  # signs the cover letter
    actuary: str  # signs the memorandum
    modelers: tuple[str, ...]
    specialist: str
    reviewers: tuple[str, ...]
    author: str  # of the discussion paper


@dataclass(frozen=True, slots=True)
class Dates:
    effective: date
    old_effective: date
    submitted: date
    objections: tuple[date, ...]
    responses: tuple[date, ...]


@dataclass(frozen=True, slots=True)
class HurricaneCase:
    """EF_2: an HO3 risk at a distance from the coast, and the premium that follows from three places."""

    limit: int
    distance: int  # feet
    deductible: str
    base: int
    factor: int  # thousandths
    premium: int
    trap: tuple[str, int, str]  # the row of the amount exhibit in which the factor stands again


@dataclass(frozen=True, slots=True)
class KeyCase:
    """EF_4: the Key Premium of one tier, protection class, limit and deductible."""

    tier: int
    protection_class: str
    limit: int
    deductible: str
    premium: int


@dataclass(frozen=True, slots=True)
class Facts:
    seed: int
    names: Names
    people: People
    dates: Dates
    constructions: tuple[str, ...]
    towns: tuple[Town, ...]
    sections: tuple[Section, ...]
    withdrawn: tuple[Rule, ...]  # rules of the old manual that the new one drops
    prose: Mapping[str, tuple[Rule, ...]]  # headed passages by document
    rates: Rates
    exhibits: tuple[Exhibit, ...]
    tiers: tuple[Exhibit, ...]
    hurricane: HurricaneCase
    key: KeyCase
    entries: tuple[Entry, ...]  # policies and invoices
    orders: Mapping[str, Order]  # to a model, by the document that carries one

    def section(self, letter: str) -> Section:
        return next(section for section in self.sections if section.letter == letter)

    def rule(self, id: str) -> Rule:
        return next(rule for section in self.sections for rule in section.rules if rule.id == id)

    @property
    def rules(self) -> list[Rule]:
        return [rule for section in self.sections for rule in section.rules]

    def exhibit(self, id: str) -> Exhibit:
        return next(exhibit for exhibit in (*self.exhibits, *self.tiers) if exhibit.id == id)


def long_date(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"


def short_date(day: date) -> str:
    return f"{day.month}/{day.day}/{day.year}"


def month(day: date) -> str:
    return f"{day:%m/%y}"


def draw_names(rng: Random) -> Names:
    pool = wording("names")
    state, abbreviation = rng.choice(pool["states"])
    company = rng.choice(pool["companies"])
    program, in_full = rng.choice(pool["programs"])
    prefix = "".join(word[:2] for word in company.split()).upper()
    return Names(
        state=state,
        abbreviation=abbreviation,
        company=f"{company} {rng.choice(pool['suffixes'])}",
        group=f"{company} Group",
        program=program,
        program_in_full=in_full,
        department=f"{state} Insurance Department",
        vendor=rng.choice(pool["vendors"]),
        imagery=rng.choice(pool["imagery"]),
        bureau=rng.choice(pool["bureaus"]),
        address=f"{rng.randrange(100, 999)} {rng.choice(pool['streets'])}, {rng.choice(pool['cities'])}",
        tracking=f"{prefix}-{rng.randrange(130_000_000, 139_999_999)}",
        state_tracking=str(rng.randrange(202_500_100, 202_500_999)),
        naic=str(rng.randrange(11_000, 39_999)),
    )


def draw_people(rng: Random) -> People:
    pool = wording("names")
    firsts, lasts = rng.sample(pool["first"], 10), rng.sample(pool["last"], 10)
    people = [f"{first} {last}" for first, last in zip(firsts, lasts, strict=True)]
    return People(
        commissioner=people[0],
        manager=people[1],
        actuary=people[2],
        modelers=tuple(people[3:6]),
        specialist=people[6],
        reviewers=tuple(people[7:9]),
        author=people[9],
    )


def draw_dates(rng: Random) -> Dates:
    effective = date(2025, rng.randrange(6, 12), rng.randrange(2, 28))
    submitted = date(2025, 1, rng.randrange(6, 29))
    objections = tuple(submitted + timedelta(days=days) for days in (28, 97, 134))
    return Dates(
        effective=effective,
        old_effective=date(rng.randrange(2021, 2025), rng.randrange(1, 6), rng.randrange(2, 28)),
        submitted=submitted,
        objections=objections,
        responses=tuple(day + timedelta(days=rng.randrange(4, 26)) for day in objections),
    )


def draw_towns(rng: Random) -> tuple[Town, ...]:
    pool = wording("names")
    starts, ends = pool["town_starts"], pool["town_ends"]
    names = rng.sample([start + end for start in starts for end in ends], 130)
    counties = sorted(rng.sample(pool["counties"], 4))
    first = rng.randrange(30_000, 98_000)
    towns = []
    for number, name in enumerate(sorted(names)):
        coastal = rng.random() < 0.3
        towns.append(
            Town(
                county=counties[number % 4],
                name=name,
                zip=str(first + number * 3 + rng.randrange(3)),
                territory=rng.randrange(1, 31),
                coastal=coastal,
                factor=rng.randrange(1050, 1700) if coastal else rng.randrange(700, 1200),
            )
        )
    return tuple(sorted(towns, key=lambda town: (town.county, town.name)))


def draw_hurricane_case(rng: Random, values: Mapping[str, str], rates: Rates) -> HurricaneCase:
    threshold = int(values["threshold"].replace(",", ""))
    inside = rng.random() < 0.5
    distance = threshold + rng.choice((-700, -500, -300)) if inside else threshold + rng.choice((300, 500, 700, 900))
    deductible = f"{values['near'] if inside else values['far']}%"
    limit = rng.randrange(40, 96, 5) * 10_000
    factor = rates.hurricane[limit, deductible][rates.peril("Hurricane")]
    base = rates.base[rates.peril("Hurricane")]
    places = [key for key in rates.amount if key[0] == "HO3" and key[1] != limit]
    theft = rates.peril("Theft")
    trap = min(places, key=lambda key: (abs(rates.amount[key][theft] - factor), key))
    premium = whole_dollars(Fraction(base * factor, PLAIN))
    return HurricaneCase(limit, distance, deductible, base, factor, premium, trap)


def with_trap(rates: Rates, case: HurricaneCase) -> Rates:
    """Let the asked factor stand in the neighbouring exhibit too, where its nearest figure stood."""
    row, theft = rates.amount[case.trap], rates.peril("Theft")
    trapped = (*row[:theft], case.factor, *row[theft + 1 :])
    return replace(rates, amount={**rates.amount, case.trap: trapped})


def draw_key_case(rng: Random, rates: Rates) -> KeyCase:
    tier, protection_class = rng.randrange(5, 60), rng.choice("23456789")
    limit, deductible = rng.randrange(30, 90, 5) * 10_000, rng.choice(("1%", "2%", "5%"))
    premium = key_premium(rates, tier, protection_class, limit, deductible)
    return KeyCase(tier, protection_class, limit, deductible, premium)


def draw_facts(seed: int) -> Facts:
    rng = Random(f"{seed}:facts")
    pool = wording("names")
    names, people, dates = draw_names(rng), draw_people(rng), draw_dates(rng)
    perils = [*pool["perils_core"], *rng.sample(pool["perils_choice"], 2)]
    rng.shuffle(perils)
    constructions = tuple(rng.sample(pool["constructions"], 6))
    towns = draw_towns(rng)
    common = {**asdict(names), "effective_long": long_date(dates.effective)}
    lists = {"perils": perils, "constructions": constructions}
    sections = draw_sections(seed, common, lists)
    rules = {rule.id: rule for section in sections for rule in section.rules if rule.id}
    mandatory = [f"{rules['hurricane'].values[name]}%" for name in ("near", "far")]
    lowest = int(rules["limits"].values["lowest"].replace(",", "")) // 10_000 * 10_000
    rates = draw_rates(seed, perils, mandatory, lowest)
    hurricane = draw_hurricane_case(rng, rules["hurricane"].values, rates)
    rates = with_trap(rates, hurricane)
    rating = rules_of(sections, "C")
    entries = draw_entries(seed, names.company, [town.name for town in towns], dates.effective.year)
    return Facts(
        seed=seed,
        names=names,
        people=people,
        dates=dates,
        constructions=constructions,
        towns=towns,
        sections=sections,
        withdrawn=draw_withdrawn(seed, rating, common),
        prose=draw_prose(seed, common, lists),
        rates=rates,
        exhibits=rate_exhibits(seed, rates, (rating, rules_of(sections, "FGEH")), towns, constructions),
        tiers=tier_exhibits(seed, rates, constructions, dates.effective),
        hurricane=hurricane,
        key=draw_key_case(rng, rates),
        entries=entries,
        orders=draw_orders(seed, entries),
    )


def rules_of(sections: tuple[Section, ...], letters: str) -> list[Rule]:
    return [rule for letter in letters for section in sections if section.letter == letter for rule in section.rules]
