"""What a conversation can go on about: cells and fields that are alike but for a value on one of a few axes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from filings.documents import exhibits as supporting
from filings.documents import profile
from filings.documents.library import Library
from filings.documents.records import printed
from filings.facts import Facts
from filings.questions.numbers import cell, peril_head
from filings.questions.parts import asked_fields, thing
from filings.questions.support_tables import NO_FACTORS
from filings.rates import FORMS, dollars
from filings.records import BILLS, DECLARATIONS
from filings.rules import wording
from generating.gold import Gold

APART = ("Wind/Hail", "Hurricane")  # perils that stand at 1.000 in the exhibit of amounts
MOVED = ("Fire", "Other")  # those that protection classes move
YEARS = tuple(map(str, range(2019, 2024)))
Point = Mapping[str, str]  # a value for each axis, as a question says it


@dataclass(frozen=True)
class Topic:
    """`axes` has the values of each axis, in the order of the documents; `gold` answers the question about a point, and
    is None where the documents have no such point. `of_records`: each point is of a document with few others."""

    name: str
    axes: Mapping[str, Sequence[str]]
    gold: Callable[[Point, str], Gold | None]
    of_records: bool = False


def topics(facts: Facts, library: Library) -> Iterator[Topic]:
    yield non_modeled(facts, library)
    yield expenses(facts, library)
    yield rate_profile(facts, library)
    yield from rate_pages(facts, library)
    yield selected(facts, library)
    yield records(facts, library, DECLARATIONS, "policies")
    yield records(facts, library, BILLS, "bills")


def figure(library: Library, document: str, mark: str, column: int, question: str) -> Gold:
    """The cell of a marked row, counted from its end where `column` is below 0."""
    evidence = library.evidence(document, mark)
    value = str(evidence["quote"]).split()[column]
    return Gold(question, "number", value, ({**evidence, "value": value},), (document, "table"))


def non_modeled(facts: Facts, library: Library) -> Topic:
    rules = {rule.name: rule.number for rule in facts.prose["nonmodeled"] if rule.name not in NO_FACTORS}
    axes = {"rule": tuple(rules), "part": ("indicated", "selected"), "form": FORMS, "year": YEARS}

    def gold(at: Point, question: str) -> Gold:
        mark = f"{rules[at['rule']]}/{at['part'].title()}/{at['form']}"
        return figure(library, "nonmodeled", mark, 1 + YEARS.index(at["year"]), question)

    return Topic("nonmodeled", axes, gold)


def expenses(facts: Facts, library: Library) -> Topic:
    rows = {row[0]: row for row in supporting.expense_rows(facts)}

    def gold(at: Point, question: str) -> Gold:
        value = rows[at["expense"]][1 + YEARS.index(at["year"])]
        evidence = library.evidence("expenses", f"expense/{at['expense']}", value=value)
        return Gold(question, "number", value, (evidence,), ("expenses", "table"))

    return Topic("expenses", {"expense": tuple(rows), "year": YEARS}, gold)


def rate_profile(facts: Facts, library: Library) -> Topic:
    """Homes of towns that lie inland, which the profile prices once."""
    towns = {f"{town.name} ({town.zip})": town for town in facts.towns if not town.coastal}
    values = {f"${value},000": value for value in profile.VALUES}

    def gold(at: Point, question: str) -> Gold:
        town = towns[at["town"]]
        premium = f"{profile.premium(facts, town, 2, values[at['value']]):,}"
        evidence = library.evidence("profile", f"2/{town.county}/{town.name}/{town.zip}", value=premium)
        return Gold(question, "number", f"${premium}", (evidence,), ("profile", "table"))

    return Topic("profile", {"town": tuple(towns), "value": tuple(values)}, gold)


def rate_pages(facts: Facts, library: Library) -> Iterator[Topic]:
    rates, amount = facts.rates, facts.exhibit("amount")
    tiers, protection = facts.exhibit("tiers"), facts.exhibit("protection")

    def of_tier(at: Point, question: str) -> Gold:
        row = (at["tier"].removeprefix("tier "),)
        return cell(library, tiers, row, "Policy Tier Factor", question, "tier_pages")

    def of_age(at: Point, question: str) -> Gold:
        ages = facts.exhibit(f"tier:Insured Age:{at['form']}")
        return cell(library, ages, (at["form"], at["age"]), "Factor", question, "tier_pages")

    def of_amount(at: Point, question: str) -> Gold:
        row = ("HO3", at["limit"], at["deductible"])
        return cell(library, amount, row, peril_head(amount, at["peril"]), question)

    def of_class(at: Point, question: str) -> Gold:
        return cell(library, protection, (at["form"], at["class"]), peril_head(protection, at["peril"]), question)

    yield Topic("tiers", {"tier": [f"tier {tier}" for tier in sorted(rates.tier)]}, of_tier)
    yield Topic("ages", {"form": FORMS, "age": tuple(map(str, range(18, 96)))}, of_age)
    limits, others = tuple(map(dollars, rates.limits_a)), tuple(peril for peril in rates.perils if peril not in APART)
    yield Topic("amount", {"peril": others, "limit": limits, "deductible": rates.deductibles}, of_amount)
    classes = tuple(dict.fromkeys(row[1] for row in protection.rows))
    yield Topic("protection", {"peril": MOVED, "form": FORMS, "class": classes}, of_class)


def selected(facts: Facts, library: Library) -> Topic:
    rules = {rule.name: rule.number for rule in facts.prose["selected"]}
    columns = {"modeled": -2, "selected": -1}
    levels = tuple(f"{1_000_000 + step * 10_000:,}" for step in range(44))

    def gold(at: Point, question: str) -> Gold:
        return figure(
            library, "selected", f"level/{rules[at['rule']]}/HO3/{at['level']}", columns[at["column"]], question
        )

    return Topic("selected", {"rule": tuple(rules), "column": tuple(columns), "level": levels}, gold)


def records(facts: Facts, library: Library, bucket: str, name: str) -> Topic:
    """The fields of policies or invoices that carry no order to a model."""
    nouns = {noun.removeprefix("the "): field for field, (noun, _) in wording("joins")["fields"][bucket].items()}
    entries = {thing(one): one for one in facts.entries if one.bucket == bucket and one.number not in facts.orders}

    def gold(at: Point, question: str) -> Gold | None:
        entry, field = entries[at["record"]], nouns[at["field"]]
        if field not in asked_fields(entry):
            return None
        answer = printed(field, entry.fields[field], bucket)
        kind = "number" if isinstance(entry.fields[field], int | float) else "text"
        evidence = library.evidence(entry.number, field, value=answer if kind == "number" else "")
        return Gold(question, kind, answer, (evidence,), (bucket, "field"))

    return Topic(name, {"record": tuple(entries), "field": tuple(nouns)}, gold, of_records=True)
