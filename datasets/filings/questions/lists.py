"""List questions over tables of contents, exhibits and letters."""

from __future__ import annotations

from collections.abc import Iterator

from filings.documents.library import Library
from filings.documents.rate_pages import tier_components
from filings.exhibits import Exhibit
from filings.facts import Facts
from generating.gold import Gold

SECTION_QUESTIONS = {
    "A": "Which rules give the overview of the homeowners program?",
    "B": "List the general rules of the manual",
    "D": "Name all mandatory coverages and endorsements of Section D",
    "E": "What coverage enhancement packages are there?",
    "F": "List every rule of Section F on optional coverages and limits",
    "G": "Which additional optional coverages and limits does Section G list?",
    "I": "Which rules does the billing section hold?",
}
GENERIC = ({"Yes", "No"}, {"None"})


def list_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    for letter, question in SECTION_QUESTIONS.items():
        rules = facts.section(letter).rules
        evidence = tuple(library.evidence("manual", f"toc/{rule.label}") for rule in rules)
        yield Gold(question, "list", tuple(rule.name for rule in rules), evidence, ("manual", "toc"))
    yield from coast_questions(facts, library)
    yield from option_questions(facts, library)
    yield from level_questions(facts, library)
    yield from people_questions(facts, library)


def coast_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    for county in sorted({town.county for town in facts.towns}):
        towns = [town for town in facts.towns if town.coastal and town.county == county]
        yield Gold(
            f"Which Coastline Neighborhoods lie in {county} county?",
            "list",
            tuple(town.name for town in towns),
            tuple(library.evidence("manual", f"coastal/{town.zip}") for town in towns),
            ("manual", "appendix"),
        )


def option_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    """The steps of long tables, which repeat on every page: one row each is evidence enough."""
    rates = facts.rates
    low = f"${rates.limits_a[0]:,}"
    asked: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...] = (
        (
            "Which hurricane deductibles are offered on HO3 policies?",
            "hurricane",
            ("HO3", low),
            rates.hurricane_deductibles,
        ),
        (
            "List the windstorm or hail deductible options in the rate pages",
            "wind",
            ("HO3", low),
            rates.wind_deductibles,
        ),
        ("What all-perils deductibles can an HO3 policy carry?", "amount", ("HO3", low), rates.deductibles),
    )
    for question, id, lead, options in asked:
        exhibit = facts.exhibit(id)
        evidence = tuple(
            library.evidence("rate_pages", exhibit.mark(*lead, option), value=option) for option in options
        )
        yield Gold(question, "list", options, evidence, ("rate_pages", "table"))
    for question, id in (
        ("Which protection classes have factors?", "protection"),
        ("Which distance bands does the distance to coast exhibit have?", "coast"),
    ):
        yield rows_question(library, "rate_pages", facts.exhibit(id), question)


def rows_question(library: Library, document: str, exhibit: Exhibit, question: str) -> Gold:
    """The second cells of the exhibit's first form are the answer."""
    form = exhibit.rows[0][0]
    names = [row[1] for row in exhibit.rows if row[0] == form]
    evidence = tuple(library.evidence(document, exhibit.mark(form, name), value=name) for name in names)
    return Gold(question, "list", tuple(names), evidence, (document, "table"))


def level_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    asked = {
        "Basement Type": "What basement types are used in tiering?",
        "Prior Carrier": "Which prior carriers does the tier exhibit name?",
        "Prior Lapse in Days": "Into what bands of days are prior lapses put for the tier?",
        "Ownership in Years": "What bands of ownership in years enter the tier?",
        "Bathroom Count": "Which bathroom counts have a tier factor?",
    }
    for title, question in asked.items():
        yield rows_question(library, "tier_pages", facts.exhibit(f"tier:{title}:HO3"), question)
    components = tier_components(facts)
    evidence = tuple(library.evidence("tier_pages", f"component/{name}") for name in components)
    yield Gold(
        "What are the components that make up the policy tier?", "list", tuple(components), evidence, ("tier_pages",)
    )


def people_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    people = facts.people
    modelers = tuple(library.evidence("objection1", f"modeler/{n}", name) for n, name in enumerate(people.modelers))
    yield Gold(
        "Name the modelers whose credentials were submitted",
        "list",
        people.modelers,
        modelers,
        ("objection1", "people"),
    )
    reviewers = (library.evidence("summary", "Reviewer(s)"),)
    yield Gold(
        "Who are the department's reviewers of the filing?", "list", people.reviewers, reviewers, ("summary", "people")
    )
