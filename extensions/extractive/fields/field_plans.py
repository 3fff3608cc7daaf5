"""Plans a question over one bucket: constraints by field, requested fields, and the rest for a text search.

Fields answer if the question is about several records and lists, counts or computes, or about one record and names
fields, and if at most a quarter of its terms is left over. Otherwise the text is searched, for one record only in its
document.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from ragatta.extensions.extractive.fields.constraints import FoundConstraints, constraints
from ragatta.extensions.extractive.fields.records import deciding, left_over, names_a_record, speaks_of_records
from ragatta.extensions.extractive.fields.which_field import Named, blanked, namings
from ragatta.extensions.extractive.question.asked import words_of
from ragatta.extensions.extractive.question.intents import format_of, function_of, intent_of
from ragatta.pipeline.tasks.agentic import (
    BucketNote,
    Computation,
    Constraint,
    Entity,
    Function,
    Intent,
    OutputPreferences,
    QueryDecomposition,
    Subquery,
)
from ragatta.pipeline.text.words import terms

_LEFT_OVER = 0.25  # share of the question's terms that may be of no field where the fields are to answer it
_AND = re.compile(r"\s*(?:,(?:\s*and\b)?|\band\b|&)\s*(?:(?:the|its|their)\s+)?", re.IGNORECASE)
_AMOUNTS = ("INTEGER", "REAL")
_WHETHER = re.compile(r"\W*(?:is|are|was|were|does|do|did|has|have)\b(?!.*\bor\b)", re.IGNORECASE)
_HOW_MUCH = re.compile(r"\W*how much\b", re.IGNORECASE)


def plan_over(question: str, bucket: BucketNote) -> QueryDecomposition:
    """The constraints on fields, and whether the fields suffice for the answer or text has to be read."""
    found = constraints(question, bucket)
    asked = [one for one in namings(question, bucket) if one not in found.namings and _free(one, found)]
    several, one = speaks_of_records(question, bucket), names_a_record(question, bucket, found)
    rest = left_over(blanked(question, found.spans), bucket)
    # What is said for a constraint asks for nothing: "a total weight of at least 5" is no total.
    asking = blanked(question, [*found.spans, *((naming.start, naming.end) for naming in found.namings)])
    intent, computed = intent_of(asking), None
    if one and not several:
        intent = "compare" if intent == "compare" else "qa"
    elif intent == "compute" and not (computed := _computation(function_of(asking), asked, bucket)):
        intent = intent_of(blanked(asking, [(naming.start, naming.end) for naming in asked]))
        intent = "list" if intent == "compute" else intent
    fields = (
        []
        if computed
        else _fields_to_show(question, asked, bucket) or ([] if rest else _meant(question, asked, bucket))
    )
    # What a yes-or-no question about one record asks of its fields is no condition.
    whether = [own for own in found.constraints if own.field != bucket.identifier] if one and not several else []
    whether = whether if _WHETHER.match(question) else []
    fields = fields or list(dict.fromkeys(own.field for own in whether))
    left = blanked(asking, [(naming.start, naming.end) for naming in asked])
    suffices = len(rest) <= _LEFT_OVER * len(set(terms("_ " + question))) and not deciding(left, found)
    suffices = suffices and (several if intent in ("list", "compute") else one and bool(fields))
    kept = _kept(found, bucket, suffices, one, several and intent == "list")
    kept = tuple(own for own in kept if not suffices or own not in whether)
    plan = text_plan(question, intent, [bucket.name], rest, suffices)
    return plan.model_copy(
        update={
            "entities": _entities(kept, bucket),
            "constraints": list(kept),
            "computation": computed if suffices else None,
            "output_preferences": OutputPreferences(format=format_of(question, intent), fields=fields),
            "asked_whether": whether if suffices else [],
            "not_considered": words_of(rest, question) if suffices else [],
        }
    )


def text_plan(
    question: str, intent: Intent, buckets: list[str], rest: tuple[str, ...] = (), suffices: bool = False
) -> QueryDecomposition:
    """A search for the question: for documents of the buckets if fields suffice, else in their text."""
    purpose: Literal["filter_docs", "find_clauses"] = "filter_docs" if suffices else "find_clauses"
    return QueryDecomposition(
        intent=intent,
        primary_buckets=buckets,
        topic_terms=list(rest) or list(dict.fromkeys(terms(question))),
        subqueries=[Subquery(purpose=purpose, query=question)],
        output_preferences=OutputPreferences(format=format_of(question, intent)),
    )


def _computation(function: Function | None, asked: Sequence[Named], bucket: BucketNote) -> Computation | None:
    """The computation over the field of a fitting type with most of its name in the question, else over the only field
    with cents."""
    if function in (None, "count"):
        return Computation(function=function) if function else None
    kinds = (*_AMOUNTS, "DATE") if function in ("minimum", "maximum") else _AMOUNTS
    fitting = sorted((naming for naming in asked if naming.field.type in kinds), key=lambda naming: -naming.share)
    cents = [field for field in bucket.fields if field.type == "REAL"]
    field = fitting[0].field if fitting else cents[0] if len(cents) == 1 else None
    return Computation(function=function, field=field.name) if field else None


def _kept(
    found: FoundConstraints, bucket: BucketNote, suffices: bool, single: bool, listed: bool
) -> tuple[Constraint, ...]:
    """The constraints that apply. For a question about one record's text: only its name, because other values may
    belong to other things. For a list from text: those on the listed things."""
    if suffices or (listed and not single):
        return found.constraints
    return tuple(own for own in found.constraints if single and own.field == bucket.identifier)


def _entities(kept: Sequence[Constraint], bucket: BucketNote) -> list[Entity]:
    """The text values in the constraints."""
    texts = {field.name for field in bucket.fields if field.type == "TEXT"}
    return [Entity(name=one.value) for one in kept if one.field in texts and isinstance(one.value, str)]


def _free(naming: Named, found: FoundConstraints) -> bool:
    return all(naming.end <= start or naming.start >= end for start, end in found.spans)


def _fields_to_show(question: str, asked: Sequence[Named], bucket: BucketNote) -> list[str]:
    """The requested fields, named in full, or in part beside others ("the customer, date and amount")."""

    def enumerated(naming: Named) -> bool:
        pairs = ((naming, one) if naming.end <= one.start else (one, naming) for one in asked if one != naming)
        return any(_AND.fullmatch(question, first.end, second.start) for first, second in pairs)

    named = [one.field.name for one in asked if one.share == 1 or enumerated(one)]
    return [name for name in dict.fromkeys(named) if name != bucket.identifier]


def _meant(question: str, asked: Sequence[Named], bucket: BucketNote) -> list[str]:
    """The only field that is named in part; for "how much" without a name, the field with cents."""
    fields = list(dict.fromkeys(one.field for one in asked))
    if not fields and _HOW_MUCH.match(question):
        fields = [field for field in bucket.fields if field.type == "REAL"]
    return [field.name for field in fields if field.name != bucket.identifier] if len(fields) == 1 else []
