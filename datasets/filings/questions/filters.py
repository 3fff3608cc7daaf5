"""Questions that a filter on the records answers: which, how many, how much; and those that none or too many meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

from filings.documents.library import Library
from filings.documents.records import printed
from filings.facts import Facts
from filings.questions.conditions import BUCKETS, Drawing, ask, filters
from filings.records import DECLARATIONS, IDENTIFIER, POLICIES, Entry
from filings.rules import wording
from generating.gold import Evidence, Gold

LISTS = 20
NUMBERS = {"count": 5, "total": 3, "average": 3, "highest": 3, "lowest": 2}
UNMET, TOO_WIDE = 18, 18  # questions to be clarified
FEW, NONE, MANY = range(2, 13), range(1), range(100, POLICIES)  # how many records meet the conditions


def filter_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    """Lists, then numbers, of one to three conditions, by turns over the kinds of records."""
    rng = Random(f"{facts.seed}:filters")
    drawing = Drawing(facts.entries, rng)
    forms = wording("conditions")["lists"]
    for number in range(LISTS):
        bucket = BUCKETS[number % len(BUCKETS)]
        conditions, found = drawing.draw(bucket, number % 3 + 1, FEW, measured=number % 4 != 3)
        question = ask(forms[number % len(forms)], bucket, conditions, rng)
        items = tuple(entry.number for entry in found)
        places = evidence(library, found, IDENTIFIER[bucket])
        yield Gold(question, "list", items, places, ("filter",), filters=filters(bucket, conditions))
    kinds = [(kind, turn) for kind, count in NUMBERS.items() for turn in range(count)]
    for number, (kind, turn) in enumerate(kinds):
        yield number_question(library, drawing, kind, turn, number)


def number_question(library: Library, drawing: Drawing, kind: str, turn: int, number: int) -> Gold:
    """The question `number`, the `turn`th of its kind."""
    bucket = BUCKETS[number % len(BUCKETS)]
    amounts = sorted(wording("conditions")[bucket]["amounts"].items())
    field, amount = ("", "") if kind == "count" else amounts[turn % len(amounts)]
    while True:
        conditions, found = drawing.draw(bucket, number % 3 + 1, FEW)
        if expected := computed(kind, field, found):
            break
    forms = wording("conditions")[kind]
    question = ask(forms[turn % len(forms)], bucket, conditions, drawing.rng, amount)
    places = evidence(library, found, field or IDENTIFIER[bucket])
    tags = ("filter", kind) if kind == "count" else ("filter", "calculation", kind)
    return Gold(question, "number", expected, places, tags, filters=filters(bucket, conditions))


def evidence(library: Library, found: Sequence[Entry], field: str) -> tuple[Evidence, ...]:
    return tuple(library.evidence(entry.number, field) for entry in found)


def computed(kind: str, field: str, found: Sequence[Entry]) -> str:
    """The number as it is expected; "" where a record lacks the field or an average has more than two decimals."""
    if kind == "count":
        return str(len(found))
    values = [entry.fields[field] for entry in found]
    if None in values:
        return ""
    cents = [Fraction(round(value * 100)) for value in values]
    total = sum(cents, Fraction(0))
    results = {"total": total, "average": total / len(cents), "highest": max(cents), "lowest": min(cents)}
    result = results[kind]
    if result.denominator > 1:
        return ""
    whole = int(result) / 100
    return printed(field, int(whole) if field == "coverage_a" and whole.is_integer() else whole)


def clarify_questions(facts: Facts, library: Library) -> Iterator[Gold]:  # noqa: ARG001 (as all that ask)
    """Lists asked for in the same words as others, but of no record or of too many."""
    rng = Random(f"{facts.seed}:clarify")
    drawing = Drawing(facts.entries, rng)
    forms = wording("conditions")["lists"]
    for number in range(UNMET):
        bucket = BUCKETS[number % len(BUCKETS)]
        conditions, _ = drawing.draw(bucket, 2 + number % 2, NONE)
        question = ask(forms[number % len(forms)], bucket, conditions, rng)
        yield Gold(question, "clarify", tags=("no_results",), sought=filters(bucket, conditions))
    everything = wording("conditions")["everything"]
    nouns = wording("conditions")[DECLARATIONS]["nouns"]
    for form in everything:
        yield Gold(form.format(**nouns), "clarify", tags=("overload",), sought=filters(DECLARATIONS, ()))
    for number in range(TOO_WIDE - len(everything)):
        conditions, _ = drawing.draw(DECLARATIONS, 1 + number % 2, MANY)
        question = ask(forms[number % len(forms)], DECLARATIONS, conditions, rng)
        yield Gold(question, "clarify", tags=("overload",), sought=filters(DECLARATIONS, conditions))
