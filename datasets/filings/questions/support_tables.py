"""Single figures of the supporting exhibits: factors chosen without a model, and modeled beside selected ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from filings.documents.library import Library
from filings.facts import Facts
from filings.rates import FORMS
from generating.gold import Gold

CHOSEN, LEVELS = 12, 3  # questions in all, and of each table of levels
NO_FACTORS = ("Base Rates by Peril", "Minimum Premium")  # pages on rates and premiums


def support_table_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    rng = Random(f"{facts.seed}:support tables")
    yield from by_year(facts, library, rng)
    yield from by_level(facts, library, rng)


def by_year(facts: Facts, library: Library, rng: Random) -> Iterator[Gold]:
    places = [
        (rule, part, form)
        for rule in facts.prose["nonmodeled"]
        for part in ("Indicated", "Selected")
        for form in FORMS
        if rule.name not in NO_FACTORS
    ]
    for rule, part, form in rng.sample(places, CHOSEN):
        year = rng.randrange(2019, 2024)
        evidence = library.evidence("nonmodeled", f"{rule.number}/{part}/{form}")
        value = str(evidence["quote"]).split()[year - 2018]
        question = f"In Exhibit I, what was the {part.lower()} {year} factor of {form} under {rule.name}?"
        yield Gold(question, "number", value, ({**evidence, "value": value},), ("nonmodeled", "table"))


def by_level(facts: Facts, library: Library, rng: Random) -> Iterator[Gold]:
    for rule in facts.prose["selected"]:
        for step in rng.sample(range(44), LEVELS):
            level = f"{1_000_000 + step * 10_000:,}"
            evidence = library.evidence("selected", f"level/{rule.number}/HO3/{level}")
            modeled, chosen = str(evidence["quote"]).split()[-2:]
            column, value = ("modeled", modeled) if step % 2 else ("selected", chosen)
            question = f"What {column} factor does Exhibit II show under {rule.name} at the level {level}?"
            yield Gold(question, "number", value, ({**evidence, "value": value},), ("selected", "table"))
