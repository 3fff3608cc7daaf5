"""DecomposeQuery: constraints by field, what is asked for, and what is left over for a search of the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from pipeline.llm.extractive.asked import words_of
from pipeline.llm.extractive.constraints import Found, constraints
from pipeline.llm.extractive.fields import Named, Span, namings, vocabulary
from pipeline.llm.extractive.intents import format_of, function_of, intent_of
from pipeline.llm.extractive.one_record import asked_whether, meant
from pipeline.llm.extractive.records import beside_records, names_a_record, ranks_records, speaks_of_records
from pipeline.tasks.agentic import (
    BucketNote,
    Computation,
    Constraint,
    DecomposeQuery,
    Entity,
    FieldNote,
    Function,
    Intent,
    OutputPreferences,
    QueryDecomposition,
    Subquery,
)
from pipeline.words import terms

_LEFT_OVER = 0.25  # share of the question's terms that may be of no field where the fields are to answer it
# How one speaks of records, whatever they are.
_OF_RECORDS = frozenset(
    terms(
        "record file issue issued write written date dated value have has amount number count total sum average mean "
        "highest lowest largest smallest biggest cheapest latest earliest newest oldest maximum minimum combined table "
        "altogether overall recent expensive compare comparison difference differ versus exceed exceeding equal cost "
        "belong carry bear hold held worth top together range between start begin show come fall contain "
        "exactly currently there figure state column field csv export many select match meet whose look looking add "
        "call called someone person people call named need want would like year month day period single neither never"
    )
)
# What the fields' answer would leave out and be another one: bounds without a year, denials, ranks, "or".
_DECIDES = re.compile(
    r"\b(?:last|past|this|next|previous|current)\s+(?:\d+\s+)?(?:year|month|quarter|week|decade|day)s?\b"
    r"|\b(?:today|yesterday|ago|recently|lately|median|percent(?:age)?|share of|most|fewest|top|different|distinct)\b"
    r"|\b(?:not|never|neither|nor)\b|n['’]t\b|[<>≤≥≠]"
    r"|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|spring|summer|autumn|winter)\b"
    r"|\b(?:in|of|during|since|before|after|until|by)\s+(?:(?-i:January|February|March|April|May|June|July|August"
    r"|September|October|November|December))\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(r"not|never|neither|nor|n['’]t", re.IGNORECASE)
_OF_CONDITION = re.compile(r"(?:\b\w+ed\s+)?$", re.IGNORECASE)
_AGGREGATES = re.compile(
    r"\b(?:(?P<average>average)|(?P<most>highest|largest|maximum)|(?P<least>lowest|smallest|minimum)|(?P<sum>total|sum))\b",
    re.IGNORECASE,
)
_DAYS = re.compile(r"\b(?:latest|newest|most recent|earliest|oldest)\b", re.IGNORECASE)
_WHO = re.compile(r"\W*(?:which|who|whose|name|find|identify|show)\b", re.IGNORECASE)
_KINDS: dict[Function, tuple[str, ...]] = {
    "sum": ("INTEGER", "REAL"),
    "average": ("INTEGER", "REAL"),
    "minimum": ("INTEGER", "REAL", "DATE"),
    "maximum": ("INTEGER", "REAL", "DATE"),
}


def decompose_query(task: DecomposeQuery) -> QueryDecomposition:
    """Over the bucket that takes most of the question's constraints; without such a bucket a search of the text."""
    best = max(
        (_over(task.question, bucket) for bucket in task.buckets if bucket.fields),
        key=lambda plan: (not plan.reads_text, len(plan.constraints)),
        default=None,
    )
    if best and (best.constraints or not best.reads_text):
        return best
    names = [bucket.name for bucket in task.buckets]
    plan = _plan(task.question, "qa" if task.intent == "compute" else task.intent, names)
    return plan.model_copy(update={"not_considered": best.not_considered if best else []})


def _over(question: str, bucket: BucketNote) -> QueryDecomposition:
    found = constraints(question, bucket)
    # What is said for a constraint asks for nothing: "a total weight of at least 5" is no total.
    asking = _blank(question, [*found.spans, *((naming.start, naming.end) for naming in found.namings)])
    intent, function = intent_of(asking), function_of(asking)
    asked = [naming for naming in namings(question, bucket) if naming not in found.namings and _free(naming, found)]
    several, one = speaks_of_records(question, bucket), names_a_record(question, bucket, found)
    computed = _computation(function, asked, question, bucket) if intent == "compute" and function else None
    if one and not several:
        intent, computed = ("compare" if intent == "compare" else "qa"), None
    elif intent == "compute" and computed is None:
        intent = intent_of(_blank(asking, [(naming.start, naming.end) for naming in asked]))
        intent = "list" if intent == "compute" else intent
    rest = _left_over(question, bucket, found)
    ranked = function in _KINDS and not several and not one
    if ranked and not rest:  # "the largest order", "the average weight in 2024": of all that meet it
        several = ranks_records(question, bucket) or _is_condition(found, asked, computed)
    fields = _shown(asked, computed, question, bucket)
    if one and not fields and not rest:
        fields = meant(asked, question, bucket)
    whether = asked_whether(question, bucket, found, fields) if one and not several else []
    fields = fields or list(dict.fromkeys(constraint.field for constraint in whether))
    deciding = _deciding(question, bucket, found, rest, asked, asking, computed)
    if ranked and several and not computed:
        deciding = (*deciding, *_which_field(question, bucket))
    suffices = not deciding and len(rest) <= _LEFT_OVER * len(set(terms("_ " + question)))
    if intent in ("list", "compute"):
        suffices = suffices and several
    else:
        suffices = suffices and one and bool(fields) and intent != "summarize"
    kept = found.constraints if suffices or (several and intent == "list") else ()
    if one and not suffices:  # the text of that record is asked about: other values may be of other things
        kept = tuple(constraint for constraint in found.constraints if constraint.field == bucket.identifier)
    if suffices:  # the record's value tells, whether it meets that or not
        kept = tuple(constraint for constraint in kept if constraint not in whether)
    not_considered = words_of(rest if suffices else deciding if several else (), question)
    return _plan(question, intent, [bucket.name], rest, suffices).model_copy(
        update={
            "entities": _entities(kept, bucket),
            "constraints": list(kept),
            "computation": computed if suffices else None,
            "output_preferences": OutputPreferences(format=format_of(question, intent), fields=fields),
            "not_considered": not_considered,
            "asked_whether": whether if suffices else [],
        }
    )


def _deciding(
    question: str,
    bucket: BucketNote,
    found: Found,
    rest: Sequence[str],
    asked: Sequence[Named],
    asking: str,
    computed: Computation | None,
) -> tuple[str, ...]:
    """What is left over and would make another answer of the fields': they do not suffice."""
    left = _blank(asking, [(naming.start, naming.end) for naming in asked])
    denies = any(one.operator == "!=" for one in found.constraints)  # then that is what the negation is for
    said = [*found.unread]
    decides = [match.group() for match in _DECIDES.finditer(left)]
    said += [one for one in decides if not (denies and _NEGATION.fullmatch(one))]
    said += [term for term in rest if any(map(str.isdigit, term))]
    # "placed in 2024" is one condition, "orders perished" is one that no field takes
    spans = [(_OF_CONDITION.search(question[:start]).start(), end) for start, end in found.spans]  # type: ignore[union-attr]
    said += [word for word in beside_records(_blank(question, spans), bucket) if word in rest]
    if computed and computed.function in ("sum", "average"):
        others = {naming.field for naming in asked if naming.share == 1 and naming.field.type in _KINDS["sum"]}
        said += [one.name.replace("_", " ") for one in others if one.name != computed.field]
    if len({match.lastgroup for match in _AGGREGATES.finditer(left)}) > 1 or (
        not computed and _AGGREGATES.search(left)
    ):
        said += [match.group() for match in _AGGREGATES.finditer(left)]
    return tuple(one for at, one in enumerate(said) if all(one not in other for other in said[:at]))


def _plan(
    question: str, intent: Intent, buckets: list[str], rest: tuple[str, ...] = (), suffices: bool = False
) -> QueryDecomposition:
    purpose: Literal["filter_docs", "find_clauses"] = "filter_docs" if suffices else "find_clauses"
    return QueryDecomposition(
        intent=intent,
        primary_buckets=buckets,
        topic_terms=list(rest) or list(dict.fromkeys(terms(question))),
        subqueries=[Subquery(purpose=purpose, query=question)],
        output_preferences=OutputPreferences(format=format_of(question, intent)),
    )


def _entities(kept: Sequence[Constraint], bucket: BucketNote) -> list[Entity]:
    """The texts that constraints name."""
    texts = {field.name for field in bucket.fields if field.type == "TEXT"}
    return [Entity(name=one.value) for one in kept if one.field in texts and isinstance(one.value, str)]


def _blank(question: str, spans: list[Span]) -> str:
    for start, end in spans:
        question = question[:start] + " " * (end - start) + question[end:]
    return question


def _free(naming: Named, found: Found) -> bool:
    return all(naming.end <= start or naming.start >= end for start, end in found.spans)


def _computation(function: Function, asked: list[Named], question: str, bucket: BucketNote) -> Computation | None:
    """Over the field of a fitting type that is asked for by most of its name; else the only one there is."""
    if function == "count":
        return Computation(function="count")
    kinds = _KINDS[function]
    if _DAYS.search(question):
        kinds = ("DATE",)
    fitting = sorted((naming for naming in asked if naming.field.type in kinds), key=lambda naming: -naming.share)
    fields = [naming.field for naming in fitting]
    if not fields:
        every = [field for field in bucket.fields if field.type in kinds]
        fields = every if len(every) == 1 else [field for field in every if field.type == "REAL"]
        fields = fields if len(fields) == 1 else []
    return Computation(function=function, field=fields[0].name) if fields else None


def _shown(asked: list[Named], computed: Computation | None, question: str, bucket: BucketNote) -> list[str]:
    """The fields asked for by their whole names; of "which one has the highest" the name of that one."""
    whole: list[FieldNote] = list(dict.fromkeys(naming.field for naming in asked if naming.share == 1))
    names = [field.name for field in whole if field.name != bucket.identifier]
    if not computed:
        return names
    if computed.function in ("minimum", "maximum") and _WHO.match(question):
        return [name for name in names if name != computed.field] or [bucket.identifier or "doc_id"]
    return []


def _is_condition(found: Found, asked: list[Named], computed: Computation | None) -> bool:
    """Whether a field that is named and computed over has conditions on the records beside it."""
    return bool(found.constraints and computed and any(naming.field.name == computed.field for naming in asked))


def _which_field(question: str, bucket: BucketNote) -> list[str]:
    """What is to be ranked or averaged where several fields could be meant and none is named."""
    kinds = ("DATE",) if _DAYS.search(question) else _KINDS["sum"]
    names = [field.name.replace("_", " ") for field in bucket.fields if field.type in kinds]
    return [f"which of {', '.join(names)} is meant"] if len(names) > 1 else []


def _left_over(question: str, bucket: BucketNote, found: Found) -> tuple[str, ...]:
    """Terms that are of no field, no constraint and no way to ask."""
    known = vocabulary(bucket) | _OF_RECORDS
    return tuple(term for term in dict.fromkeys(terms("_ " + _blank(question, list(found.spans)))) if term not in known)
