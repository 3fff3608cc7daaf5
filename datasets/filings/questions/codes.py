"""Questions that name what they look for by a code: a zip code, a tracking number, the number of a schedule item."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

from filings.documents.library import Library
from filings.facts import Facts
from generating.gold import Gold

TOWNS, ITEMS, FILINGS = 6, 16, 4  # questions


def code_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    rng = Random(f"{facts.seed}:codes")
    yield from neighborhoods(facts, library, rng)
    yield from schedule_items(facts, library, rng)
    yield from earlier_filings(facts, library, rng)


def neighborhoods(facts: Facts, library: Library, rng: Random) -> Iterator[Gold]:
    for town in rng.sample([town for town in facts.towns if town.coastal], TOWNS):
        question = (
            f"Which Coastline Neighborhood does the appendix of the rules manual list under zip code {town.zip},"
            " and in which county?"
        )
        evidence = library.evidence("manual", f"coastal/{town.zip}")
        yield Gold(question, "text", f"{town.name} {town.county}", (evidence,), ("manual", "code"))


def schedule_items(facts: Facts, library: Library, rng: Random) -> Iterator[Gold]:
    """By the item's page in the summary of the filing, or by its number in the rate pages' index of exhibits."""
    names = facts.names
    for number, exhibit in enumerate(rng.sample(facts.exhibits, ITEMS)):
        if number % 2:
            question = f"Which exhibit does the summary of filing {names.tracking} list under page RP-{exhibit.number}?"
            evidence = library.evidence("summary", f"schedule/{exhibit.number}")
            yield Gold(question, "text", exhibit.title, (evidence,), ("summary", "code"))
        else:
            question = (
                f"Which factor or endorsement do the {names.program} homeowners rate pages index as Exhibit"
                f" {exhibit.number}?"
            )
            evidence = library.evidence("rate_pages", f"index/{exhibit.number}")
            yield Gold(question, "text", exhibit.title, (evidence,), ("rate_pages", "code"))


def earlier_filings(facts: Facts, library: Library, rng: Random) -> Iterator[Gold]:
    """What the road map rests on an earlier filing, asked for by its tracking number."""
    rows = {exhibit: library.evidence("road_map", f"map/{exhibit.number}/row") for exhibit in facts.exhibits}
    said = {exhibit: set(re.findall(r"\b[A-Z]{4}-\d{9}\b", str(row["quote"]))) for exhibit, row in rows.items()}
    times = Counter(code for codes in said.values() for code in codes)
    asked = [(exhibit, code) for exhibit, codes in said.items() for code in sorted(codes) if times[code] == 1]
    for exhibit, code in rng.sample(asked, FILINGS):
        question = f"For which factor or endorsement does the filing road map refer to filing {code}?"
        yield Gold(question, "text", exhibit.title, (rows[exhibit],), ("road_map", "code"))
