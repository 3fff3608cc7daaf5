"""The plan of a question over one bucket: constraints by field, what is asked for, what is left over for its text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pipeline.tasks.agentic import (
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
from pipeline.text.words import terms
from reader.fields.computations import KINDS, RANKS, asks_who, computation, unclear
from reader.fields.constraints import Found, constraints
from reader.fields.leftovers import amounts, deciding, done_to, grouped_by, left_over
from reader.fields.one_record import asked_whether, meant
from reader.fields.records import (
    begins_with_records,
    lists_records,
    names_a_record,
    ranks_records,
    speaks_of_all,
    speaks_of_any,
    speaks_of_ours,
    speaks_of_records,
)
from reader.fields.which_field import Named, blanked, namings
from reader.question.asked import words_of
from reader.question.intents import format_of, function_of, intent_of

_LEFT_OVER = 0.25  # share of the question's terms that may be of no field where the fields are to answer it
_AND = re.compile(r"\s*(?:,(?:\s*and\b)?|\band\b|&)\s*(?:(?:the|its|their)\s+)?", re.IGNORECASE)


@dataclass(frozen=True)
class _Reading:
    """A question as a bucket's fields take it: the conditions `found`, the fields `asked` for, whether it is about
    `several` of its records or names `one`, and the terms that are left over (`rest`)."""

    question: str
    bucket: BucketNote
    found: Found
    asked: tuple[Named, ...]
    several: bool
    one: bool
    rest: tuple[str, ...]
    intent: Intent
    function: Function | None
    computed: Computation | None = None
    unclear: tuple[str, ...] = ()

    @property
    def asking(self) -> str:
        """What is said for a constraint asks for nothing: "a total weight of at least 5" is no total."""
        return blanked(self.question, [*self.found.spans, *((one.start, one.end) for one in self.found.namings)])

    @property
    def left(self) -> str:
        """The question without conditions and without the fields asked for."""
        return blanked(self.asking, [(naming.start, naming.end) for naming in self.asked])


def plan_over(question: str, bucket: BucketNote) -> QueryDecomposition:
    """What the fields take as constraints, and whether they suffice for the answer or its text has to be read."""
    read = _with_aim(_read(question, bucket))
    fields = _shown(read) or (meant(list(read.asked), question, bucket) if read.one and not read.rest else [])
    single = read.one and not read.several
    whether = asked_whether(question, bucket, read.found, fields) if single else []
    fields = fields or list(dict.fromkeys(constraint.field for constraint in whether))
    decides = deciding(question, bucket, read.found, read.rest, read.left, amounts(read.asked), read.computed)
    if read.computed:
        decides = (*decides, *grouped_by(question, read.asked, read.computed))
    if single:
        decides = (*decides, *done_to(question, read.rest))
    suffices = _suffice(read, fields) and (not decides or bool(read.unclear))
    kept = _kept(read, suffices, whether)
    told = read.rest if suffices else decides if read.several else ()
    return text_plan(question, read.intent, [bucket.name], read.rest, suffices).model_copy(
        update={
            "entities": _entities(kept, bucket),
            "constraints": list(kept),
            "computation": read.computed if suffices else None,
            "output_preferences": OutputPreferences(format=format_of(question, read.intent), fields=fields),
            "not_considered": words_of(told, question),
            "asked_whether": whether if suffices else [],
            "unclear": list(read.unclear) if suffices else [],
        }
    )


def text_plan(
    question: str, intent: Intent, buckets: list[str], rest: tuple[str, ...] = (), suffices: bool = False
) -> QueryDecomposition:
    """A search of the buckets' text for the question; where the fields suffice, of their documents."""
    purpose: Literal["filter_docs", "find_clauses"] = "filter_docs" if suffices else "find_clauses"
    return QueryDecomposition(
        intent=intent,
        primary_buckets=buckets,
        topic_terms=list(rest) or list(dict.fromkeys(terms(question))),
        subqueries=[Subquery(purpose=purpose, query=question)],
        output_preferences=OutputPreferences(format=format_of(question, intent)),
    )


def _read(question: str, bucket: BucketNote) -> _Reading:
    found = constraints(question, bucket)
    asked = tuple(one for one in namings(question, bucket) if one not in found.namings and _free(one, found))
    several, one = speaks_of_records(question, bucket), names_a_record(question, bucket, found)
    rest = left_over(question, bucket, found)
    read = _Reading(question, bucket, found, asked, several, one, rest, "qa", None)
    return replace(read, intent=intent_of(read.asking), function=function_of(read.asking))


def _with_aim(read: _Reading) -> _Reading:
    """With what is to be computed, or which fields that could be over; without either it is no computation."""
    function, asked = read.function, read.asked
    computed = (
        computation(function, asked, read.question, read.bucket) if read.intent == "compute" and function else None
    )
    several = read.several
    if function in KINDS and not several and not read.one and not read.rest:
        # "the largest order", "the average weight in 2024": of all that meet it
        of_a_rule = function in RANKS and speaks_of_any(read.question, read.bucket)
        several = ranks_records(read.question, read.bucket) or (computed is not None and not of_a_rule and _bound(read))
    elif not several and not read.one and not read.rest and read.found.constraints:
        several = speaks_of_all(read.question, read.found.spans, read.bucket)
    if several and read.intent == "qa" and begins_with_records(read.question, read.bucket):
        read = replace(read, intent="list")
    read = replace(read, several=several)
    if read.one and not several:
        return replace(read, intent="compare" if read.intent == "compare" else "qa")
    if read.intent != "compute" or computed:
        return replace(read, computed=computed)
    if function and several and (open_ := unclear(function, read.question, read.bucket)):
        return replace(read, unclear=open_)
    intent = intent_of(read.left)
    return replace(read, intent="list" if intent == "compute" else intent)


def _bound(read: _Reading) -> bool:
    """Whether what is ranked or computed is of the records: there are conditions on them, or they are "ours"."""
    return bool(read.found.constraints) or speaks_of_ours(read.question)


def _suffice(read: _Reading, fields: Sequence[str]) -> bool:
    """Whether the fields could give the answer: little else is said, of several records or of values of one."""
    if len(read.rest) > _LEFT_OVER * len(set(terms("_ " + read.question))):
        return False
    if read.intent in ("list", "compute"):
        return read.several
    return read.one and bool(fields) and read.intent != "summarize"


def _kept(read: _Reading, suffices: bool, whether: Sequence[Constraint]) -> tuple[Constraint, ...]:
    """The constraints that hold: of a record the text of which is asked about its name alone, for other values may be
    of other things; where the fields suffice those that are not asked about; of a list's text those on what is listed.
    """
    found = read.found.constraints
    if suffices:
        return tuple(one for one in found if one not in whether)
    if read.one:
        return tuple(one for one in found if one.field == read.bucket.identifier)
    return found if read.several and read.intent == "list" and lists_records(read.question, read.bucket) else ()


def _entities(kept: Sequence[Constraint], bucket: BucketNote) -> list[Entity]:
    """The texts that constraints name."""
    texts = {field.name for field in bucket.fields if field.type == "TEXT"}
    return [Entity(name=one.value) for one in kept if one.field in texts and isinstance(one.value, str)]


def _free(naming: Named, found: Found) -> bool:
    return all(naming.end <= start or naming.start >= end for start, end in found.spans)


def _enumerated(naming: Named, read: _Reading) -> bool:
    """Whether only a comma or "and" stands between it and another field that is asked for."""
    pairs = ((naming, one) if naming.end <= one.start else (one, naming) for one in read.asked if one != naming)
    return any(_AND.fullmatch(read.question, first.end, second.start) for first, second in pairs)


def _shown(read: _Reading) -> list[str]:
    """The fields asked for by their whole names, or by a part of them beside others ("the customer, date and amount");
    of "which one has the highest" the name of that one."""
    named = [naming for naming in read.asked if naming.share == 1 or _enumerated(naming, read)]
    names = [name for name in dict.fromkeys(one.field.name for one in named) if name != read.bucket.identifier]
    if not read.computed:
        return names
    if read.computed.function in RANKS and asks_who(read.question):
        return [name for name in names if name != read.computed.field] or [read.bucket.identifier or "doc_id"]
    return []
