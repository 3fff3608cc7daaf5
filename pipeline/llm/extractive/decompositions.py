"""DecomposeQuery: constraints by field, what is asked for, and what is left over for a search of the text."""

from __future__ import annotations

import re
from typing import Literal

from pipeline.llm.extractive.constraints import Found, constraints
from pipeline.llm.extractive.fields import names_of, phrases, vocabulary
from pipeline.llm.extractive.intents import format_of, function_of
from pipeline.tasks.agentic import (
    BucketNote,
    Computation,
    DecomposeQuery,
    Entity,
    FieldNote,
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
        "belong carry bear hold held worth top together range between start begin show come fall contain bill billed "
        "hand hold exactly currently there figure state column field csv many select match meet whose"
    )
)


def decompose_query(task: DecomposeQuery) -> QueryDecomposition:
    """Over the bucket that takes most of the question's constraints; without such a bucket a search of the text."""
    best = max(
        (_over(task.question, task.intent, bucket) for bucket in task.buckets if bucket.fields),
        key=lambda plan: (not plan.reads_text, len(plan.constraints)),
        default=None,
    )
    if best and (best.constraints or not best.reads_text):
        return best
    names = [bucket.name for bucket in task.buckets]
    return _plan(task.question, "list" if task.intent == "compute" else task.intent, names)


def _over(question: str, intent: Intent, bucket: BucketNote) -> QueryDecomposition:
    found = constraints(question, bucket)
    fields = _asked_fields(question, bucket, found)
    function = function_of(question) if intent == "compute" else None
    computed = _computation(function, fields, question, bucket)
    rest = _left_over(question, bucket, found)
    suffices = _is_small(rest, question) and (bool(found.constraints) or _speaks_of(question, bucket))
    if intent == "compute" and computed is None:
        intent = "list"
    if intent in ("qa", "compare"):
        suffices = suffices and bool(found.constraints) and bool(fields)
    plan = _plan(question, intent, [bucket.name], rest, suffices and intent != "summarize")
    return plan.model_copy(
        update={
            "entities": [Entity(name=value) for one in found.constraints if isinstance(value := one.value, str)],
            "constraints": _once(found),
            "computation": computed,
            "output_preferences": OutputPreferences(
                format=format_of(question, intent), fields=_shown(fields, computed, question, bucket)
            ),
        }
    )


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


def _once(found: Found) -> list[object]:
    """Constraints that say the same once."""
    kept: list[object] = []
    for one in found.constraints:
        if one not in kept:
            kept.append(one)
    return kept


def _asked_fields(question: str, bucket: BucketNote, found: Found) -> list[FieldNote]:
    """Fields named by a whole label outside the constraints' words, and not to say what a constraint is of; in the
    order of the question."""
    bound = {one.field for one in found.constraints}
    named = [
        naming
        for naming in names_of(question, bucket.fields)
        if naming.share == 1 and all(naming.end <= start or naming.start >= end for start, end in found.spans)
    ]
    kept: list[tuple[int, FieldNote]] = []
    for naming in sorted(named, key=lambda one: (one.start, -one.end)):
        longer = [other for other in named if other.start <= naming.start and other.end >= naming.end]
        covered = any((other.end - other.start) > (naming.end - naming.start) for other in longer)
        if not covered and (naming.field.name not in bound or naming.field.type == "TEXT"):
            kept.append((naming.start, naming.field))
    return list(dict.fromkeys(field for _, field in kept if field.name not in bound))


def _computation(
    function: str | None, fields: list[FieldNote], question: str, bucket: BucketNote
) -> Computation | None:
    if function is None:
        return None
    if function == "count":
        return Computation(function="count")
    wanted = ("INTEGER", "REAL", "DATE") if function in ("minimum", "maximum") else ("INTEGER", "REAL")
    numeric = [field for field in fields if field.type in wanted]
    if not numeric:
        bound = {naming.field.name: naming.field for naming in names_of(question, bucket.fields) if naming.share >= 0.5}
        numeric = [field for field in bound.values() if field.type in wanted]
    if not numeric:
        days = re.search(r"\b(?:latest|newest|most recent|earliest|oldest|first)\b", question, re.IGNORECASE)
        numeric = [field for field in bucket.fields if field.type == ("DATE" if days else "REAL")]
        numeric = numeric if len(numeric) == 1 else []
    return Computation(function=function, field=numeric[0].name) if numeric else None  # type: ignore[arg-type]


def _shown(fields: list[FieldNote], computed: Computation | None, question: str, bucket: BucketNote) -> list[str]:
    """The fields to show; of "which one has the highest" the name of that one."""
    names = [field.name for field in fields if not computed or field.name != computed.field]
    if computed and computed.function in ("minimum", "maximum"):
        who = re.match(r"\W*(?:which|who|whose|name|find|identify|show)\b", question, re.IGNORECASE)
        return names or ([bucket.identifier or "doc_id"] if who else [])
    return [name for name in names if name != bucket.identifier]


def _left_over(question: str, bucket: BucketNote, found: Found) -> tuple[str, ...]:
    """Terms that are of no field, no constraint and no way to ask."""
    said = question
    for start, end in found.spans:
        said = said[:start] + " " * (end - start) + said[end:]
    known = vocabulary(bucket) | _OF_RECORDS
    return tuple(term for term in dict.fromkeys(terms("_ " + said)) if term not in known)


def _is_small(rest: tuple[str, ...], question: str) -> bool:
    return len(rest) <= _LEFT_OVER * len(set(terms("_ " + question)))


def _speaks_of(question: str, bucket: BucketNote) -> bool:
    """Whether the question names the bucket's kind of document, or what its documents are called by."""
    asked = frozenset(terms("_ " + question))
    named_by = [field for field in bucket.fields if field.name == bucket.identifier]
    ways = [frozenset(terms("_ " + bucket.name.replace("_", " ")))]
    ways += [
        frozenset(terms("_ " + " ".join(label.split()[:-1]) or label)) for field in named_by for label in field.labels
    ]
    ways += [phrase for field in named_by for phrase in phrases(field)]
    return any(way and way <= asked for way in ways)
