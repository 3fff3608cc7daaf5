"""Comparisons: one fact of two things, be they records or rows of the long documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from filings.documents import profile
from filings.documents.library import Library
from filings.facts import Facts
from filings.questions.multi import nested
from filings.questions.parts import Part, asked_fields, field_part, thing
from filings.rates import dollars
from filings.records import BILLS, DECLARATIONS, Entry
from filings.rules import wording
from generating.gold import Gold

RECORDS = {DECLARATIONS: 14, BILLS: 6}  # pairs
PERILS, TIERS, TOWNS, MIXED = 3, 5, 4, 5
VALUE = 400  # thousand dollars: the home whose premium is compared between towns

Side = tuple[str, Part]  # what is compared, and its fact
Pair = tuple[str, Side, Side]  # by what


def compare_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    rng = Random(f"{facts.seed}:compare")
    wordings = wording("joins")["compare"]
    for number, (attribute, (x, one), (y, other)) in enumerate(pairs(facts, library, rng)):
        question = wordings[number % len(wordings)].format(attribute=attribute, x=x, y=y)
        yield Gold(
            question[0].upper() + question[1:],
            "compare",
            (one.answer, other.answer),
            (one.evidence,) if one.evidence == other.evidence else (one.evidence, other.evidence),
            ("several_documents",) if one.file != other.file else ("one_document",),
            sub_questions=(one.question, other.question),
        )


def pairs(facts: Facts, library: Library, rng: Random) -> Iterator[Pair]:
    for bucket, count in RECORDS.items():
        yield from record_pairs(facts, library, rng, bucket, count)
    yield from drawn("the base rate", base_rates(facts, library), PERILS, rng)
    yield from drawn("the policy tier factor", tier_factors(facts, library), TIERS, rng)
    yield from drawn(
        f"the proposed premium of a ${VALUE},000 home in the rate profile", town_premiums(facts, library), TOWNS, rng
    )
    yield from against_the_pages(facts, library, rng)


def record_pairs(facts: Facts, library: Library, rng: Random, bucket: str, count: int) -> Iterator[Pair]:
    """One field of two records of a kind, field after field."""
    left = [entry for entry in facts.entries if entry.bucket == bucket and entry.number not in facts.orders]
    rng.shuffle(left)
    fields = list(wording("joins")["fields"][bucket])
    for number in range(count):
        field = fields[number % len(fields)]
        one = next(entry for entry in left if field in asked_fields(entry))
        left.remove(one)
        other = next(entry for entry in left if field in asked_fields(entry) and differ(one, entry, field))
        left.remove(other)
        parts = [field_part(library, entry, field, rng) for entry in (one, other)]
        attribute = parts[0].noun.removesuffix(f" of {thing(one)}")
        yield attribute, (thing(one), parts[0]), (thing(other), parts[1])


def differ(one: Entry, other: Entry, field: str) -> bool:
    return not nested(str(one.fields[field]), str(other.fields[field]))


def drawn(attribute: str, sides: Sequence[Side], count: int, rng: Random) -> Iterator[Pair]:
    """Pairs of different sides with different answers, none used twice."""
    left = rng.sample(sides, len(sides))
    for _ in range(count):
        one = left.pop()
        other = next(side for side in left if not nested(one[1].answer, side[1].answer))
        left.remove(other)
        yield attribute, one, other


def base_rates(facts: Facts, library: Library) -> list[Side]:
    exhibit = facts.exhibit("base")
    sides = []
    for peril, rate in zip(facts.rates.perils, facts.rates.base, strict=True):
        evidence = library.evidence("rate_pages", exhibit.mark(*exhibit.rows[0]), value=dollars(rate))
        question = f"What is the base rate for the {peril} peril?"
        sides.append((f"the {peril} peril", Part(question, dollars(rate), evidence, "number")))
    return sides


def tier_factors(facts: Facts, library: Library) -> list[Side]:
    exhibit = facts.exhibit("tiers")
    sides = []
    for tier in map(str, sorted(facts.rates.tier)):
        factor = exhibit.cell((tier,), "Policy Tier Factor")
        evidence = library.evidence("tier_pages", exhibit.mark(tier), value=factor)
        sides.append(
            (f"tier {tier}", Part(f"What is the policy tier factor of tier {tier}?", factor, evidence, "number"))
        )
    return sides


def town_premiums(facts: Facts, library: Library) -> list[Side]:
    """Homes of towns that lie inland, as the rate profile prices them."""
    sides = []
    for town in (town for town in facts.towns if not town.coastal):
        premium = f"{profile.premium(facts, town, 2, VALUE):,}"
        evidence = library.evidence("profile", f"2/{town.county}/{town.name}/{town.zip}", value=premium)
        place = f"{town.name} ({town.zip})"
        question = f"What is the proposed premium of a ${VALUE},000 home in the rate profile for {place}?"
        sides.append((place, Part(question, f"${premium}", evidence, "number")))
    return sides


def against_the_pages(facts: Facts, library: Library, rng: Random) -> Iterator[Pair]:
    """A policy's premium beside the least one that the rate pages name for its form."""
    exhibit = facts.exhibit("minimum")
    policies = [e for e in facts.entries if e.bucket == DECLARATIONS and e.number not in facts.orders]
    for entry in rng.sample(policies, MIXED):
        form = str(entry.fields["policy_form"])
        least = exhibit.cell((form,), "Minimum Premium")
        evidence = library.evidence("rate_pages", exhibit.mark(form), value=least)
        minimum = Part(f"What is the minimum premium of an {form} policy?", least, evidence, "number")
        yield "the premium", (thing(entry), field_part(library, entry, "annual_premium", rng)), (
            f"the minimum of the rate pages for an {form} policy", minimum,
        )  # fmt: skip
