"""Number questions: one cell of a table, or a small calculation from a few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

from filings.documents import exhibits as supporting
from filings.documents import profile, summary
from filings.documents.library import Library
from filings.exhibits import Exhibit
from filings.facts import Facts
from filings.rates import FORMS, dollars, factor, whole_dollars
from generating.gold import Gold, components

LEVELLED, OPTIONAL, TIERS, COMPONENTS, TOWNS = 4, 2, 9, 12, 10  # how many are asked about


def number_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    rng = Random(f"{facts.seed}:numbers")
    yield from base_rates(facts, library)
    yield from long_tables(facts, library, rng)
    yield from short_tables(facts, library, rng)
    yield from flat_premiums(facts, library, rng)
    yield from tier_figures(facts, library, rng)
    yield from town_premiums(facts, library, rng)
    yield from expense_ratios(facts, library, rng)
    yield from products(facts, library, rng)


def cell(
    library: Library, exhibit: Exhibit, row: Sequence[str], column: str, question: str, document: str = "rate_pages"
) -> Gold:
    """The cell in `column` of the row that starts with `row`."""
    value = exhibit.cell(row, column)
    evidence = library.evidence(document, exhibit.mark(*row), value=value)
    return Gold(question, "number", value, (evidence,), (document, "table"))


def peril_head(exhibit: Exhibit, peril: str) -> str:
    """How the exhibit's heads spell the peril."""
    plain = {name.replace("-\n", "-").replace("\n", " "): name.replace("\n", " ") for name in exhibit.columns}
    return plain[peril]


def base_rates(facts: Facts, library: Library) -> Iterator[Gold]:
    exhibit = facts.exhibit("base")
    wordings = (
        "What is the base rate for the {} peril?",
        "How much is the {} base rate?",
        "Which base rate is filed for {}?",
    )
    for number, (peril, rate) in enumerate(zip(facts.rates.perils, facts.rates.base, strict=True)):
        evidence = library.evidence("rate_pages", exhibit.mark(*exhibit.rows[0]), value=dollars(rate))
        yield Gold(wordings[number % 3].format(peril), "number", dollars(rate), (evidence,), ("rate_pages", "table"))


def long_tables(facts: Facts, library: Library, rng: Random) -> Iterator[Gold]:
    """Factors by limit, deductible and peril."""
    rates = facts.rates
    apart = ("Wind/Hail", "Hurricane")
    wordings = {
        "amount": "What is the {peril} amount of insurance factor for an {form} policy with a {limit} Coverage A limit"
        " and a {deductible} deductible?",
        "tenants": "What is the {peril} amount of insurance / deductible factor of {form} at a Coverage C limit of"
        " {limit} and a deductible of {deductible}?",
        "hurricane": "What Hurricane factor does the hurricane deductible exhibit show for HO3, {limit} Coverage A,"
        " {deductible} hurricane deductible?",
        "wind": "What is the Wind/Hail factor of an HO3 home insured for {limit} with a {deductible} wind or hail"
        " deductible?",
    }
    for id, count in (("amount", 3), ("tenants", 3), ("hurricane", 5), ("wind", 5)):
        exhibit = facts.exhibit(id)
        for row in rng.sample(exhibit.rows, count):
            own = {"hurricane": "Hurricane", "wind": "Wind/Hail"}.get(id)
            peril = own or rng.choice([name for name in rates.perils if name not in apart])
            question = wordings[id].format(peril=peril, form=row[0], limit=row[1], deductible=row[2])
            yield cell(library, exhibit, row[:3], peril_head(exhibit, peril), question)


def moved(row: Sequence[str], keys: int) -> list[int]:
    """Columns whose factor is not 1.000 (any, if all are)."""
    columns = list(range(keys, len(row)))
    return [column for column in columns if row[column] != "1.000"] or columns


def short_tables(facts: Facts, library: Library, rng: Random) -> Iterator[Gold]:
    """Factors by form, territory, distance, class, and by the level of a rating-plan rule."""
    wordings = {
        "territory": "What is the {peril} territory factor of an {0} policy in zip code {1}?",
        "coast": "Which {peril} factor applies to {0} at a distance of {1} feet from the coast?",
        "protection": "What {peril} factor applies to {0} in protection class {1}?",
    }
    picks = [("territory", 3), ("coast", 2), ("protection", 2)]
    levelled = [rule for rule in facts.section("C").rules if len(rule.levels) > 3]
    picks += [(f"factor:{rule.label}", 1) for rule in rng.sample(levelled, LEVELLED)]
    for id, count in picks:
        exhibit = facts.exhibit(id)
        text = wordings.get(id, f"What is the {{peril}} factor of {{0}} for {{1}} in the exhibit {exhibit.title}?")
        for row in rng.sample(exhibit.rows, count):
            column = rng.choice(moved(row, exhibit.keys))
            peril = facts.rates.perils[column - len(row) + len(facts.rates.perils)]
            question = text.format(row[0], row[1], peril=peril)
            yield cell(library, exhibit, row[: exhibit.keys], peril_head(exhibit, peril), question)
    form = facts.exhibit("form")
    for name, peril in (("HO4", "Fire"), ("HO6", "Theft")):
        yield cell(library, form, (name,), peril, f"What is the {peril} policy form factor for {name}?")


def flat_premiums(facts: Facts, library: Library, rng: Random) -> Iterator[Gold]:
    minimum = facts.exhibit("minimum")
    for form in FORMS:
        yield cell(library, minimum, (form,), "Minimum Premium", f"What is the minimum premium of an {form} policy?")
    optional = [exhibit for exhibit in facts.exhibits if exhibit.id.startswith("premium:")]
    for exhibit in rng.sample(optional, OPTIONAL):
        form = rng.choice(FORMS)
        question = f"What annual premium is charged on an {form} policy for {exhibit.title}?"
        yield cell(library, exhibit, (form,), "Annual Premium", question)


def tier_figures(facts: Facts, library: Library, rng: Random) -> Iterator[Gold]:
    tiers = facts.exhibit("tiers")
    columns = {
        "Policy Tier Factor": "What is the policy tier factor of tier {}?",
        "Tier Result Min": "What is the minimum tier result of tier {}?",
        "Tier Result Max": "What is the maximum tier result of tier {}?",
    }
    for number, tier in enumerate(rng.sample(sorted(facts.rates.tier), TIERS)):
        column = list(columns)[number % len(columns)]
        yield cell(library, tiers, (str(tier),), column, columns[column].format(tier), "tier_pages")
    components = [exhibit for exhibit in facts.tiers if exhibit.id.startswith("tier:")]
    for exhibit in rng.sample(components, COMPONENTS):
        row = rng.choice(exhibit.rows)
        title = exhibit.title.removesuffix(" Factor").lower()
        question = f"Which factor enters the tier of an {row[0]} policy when the {title} is {row[1]}?"
        yield cell(library, exhibit, row[:2], "Factor", question, "tier_pages")


def town_premiums(facts: Facts, library: Library, rng: Random) -> Iterator[Gold]:
    for town in rng.sample(facts.towns, TOWNS):
        band, value = rng.randrange(3) if town.coastal else 2, rng.choice(profile.VALUES)
        premium = f"{profile.premium(facts, town, band, value):,}"
        evidence = library.evidence("profile", f"{band}/{town.county}/{town.name}/{town.zip}", value=premium)
        where = ("less than 1000 feet", "1000 to 2600 feet", "more than 2600 feet")[band]
        yield Gold(
            f"According to the rate profile, what is the proposed premium of a ${value},000 home in {town.name} "
            f"({town.zip}) {where} from the shore?",
            "number", f"${premium}", (evidence,), ("profile", "table"),
        )  # fmt: skip


def expense_ratios(facts: Facts, library: Library, rng: Random) -> Iterator[Gold]:
    for row in supporting.expense_rows(facts):
        year = rng.randrange(2019, 2024)
        evidence = library.evidence("expenses", f"expense/{row[0]}", value=row[year - 2018])
        yield Gold(
            f"What was the ratio of {row[0]} to premium in {year}?",
            "number",
            row[year - 2018],
            (evidence,),
            ("expenses", "table"),
        )
    holders, premium = summary.insured(facts)
    for name, value, question in (
        (
            "Number of Policy Holders Affected for this Program",
            f"{holders:,}",
            "How many policy holders does the filing affect?",
        ),
        ("Written Premium for this Program", f"${premium:,}", "How much written premium does the program have?"),
    ):
        yield Gold(question, "number", value, (library.evidence("summary", name),), ("summary", "field"))


def products(facts: Facts, library: Library, rng: Random) -> Iterator[Gold]:
    """Base rate times one factor, rounded as the manual says; and counts of what the contents list."""
    rates, base, form = facts.rates, facts.exhibit("base"), facts.exhibit("form")
    for name in ("HO4", "HO6"):
        peril = rng.choice(rates.perils)
        column = rates.peril(peril)
        rate, relativity = dollars(rates.base[column]), factor(rates.form[name][column])
        premium = dollars(whole_dollars(Fraction(rates.base[column] * rates.form[name][column], 1000)))
        places = (
            library.evidence("rate_pages", base.mark(*base.rows[0]), value=rate),
            library.evidence("rate_pages", form.mark(name), value=relativity),
        )
        yield Gold(
            f"What is the {peril} base rate multiplied by the policy form factor of {name}, in whole dollars?",
            "number",
            premium,
            places,
            ("calculation",),
            components=components(places, {"base rate": rate, "factor": relativity, "result": premium}),
        )
    for letter in "BCDFG":
        rules = facts.section(letter).rules
        evidence = tuple(library.evidence("manual", f"toc/{rule.label}") for rule in rules)
        yield Gold(
            f"How many rules does Section {letter} of the manual have?",
            "number",
            str(len(rules)),
            evidence,
            ("manual", "count"),
        )
