"""Constraints of a question on the fields of a schema: bounds of amounts and dates, and values that it names.

General English and no domain: which field a bound is of is told by the words near it, else by the type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from pipeline.tasks.agentic import BucketNote, Constraint, FieldNote
from reader.fields.named_values import Said, free, labelled_values, named_values
from reader.fields.which_field import Named, Span, namings, nearest, phrases
from reader.question.comparisons import UNREAD, Bound, amount_bounds, date_bounds

_COUNTED = re.compile(r"\s*[A-Za-z]+")
_ORDERS = ("<", "<=", ">", ">=")
_OR = re.compile(r"[^.;?]{0,30}\bor\b[^.;?]{0,30}", re.IGNORECASE)


@dataclass(frozen=True)
class Found:
    """The constraints, the stretches of the question that say them, and the fields' names said for them. `unread` are
    conditions that are said, but that no constraint stands for."""

    constraints: tuple[Constraint, ...] = ()
    spans: tuple[Span, ...] = ()
    namings: tuple[Named, ...] = ()
    unread: tuple[str, ...] = ()


def constraints(question: str, bucket: BucketNote) -> Found:
    """All that the question demands of the bucket's fields; what fits no field is left out."""
    found = list(named_values(question, bucket))
    taken = [span for _, span, _ in found]
    dates = [bound for bound in date_bounds(question) if free(taken, (bound.start, bound.end))]
    amounts = amount_bounds(question, [*taken, *((bound.start, bound.end) for bound in dates)])
    unread = [question[slice(*bound.span)] for bound in (*dates, *amounts) if bound.operator == UNREAD]
    found += _bounded(question, bucket, [bound for bound in (*dates, *amounts) if bound.operator != UNREAD])
    taken = [span for _, span, _ in found]
    found += [one for one in labelled_values(question, bucket) if free(taken, one[1])]
    found.sort(key=lambda one: one[1])
    distinct: list[Constraint] = []
    for one, _, _ in found:
        if one not in distinct:
            distinct.append(one)
    return Found(
        tuple(distinct),
        tuple(dict.fromkeys(span for _, span, _ in found)),
        tuple(dict.fromkeys(naming for _, _, naming in found if naming)),
        (*unread, *_alternatives(question, found)),
    )


def _alternatives(question: str, found: Sequence[Said]) -> Iterator[str]:
    """Conditions between which "or" stands: constraints hold together. Values of one field are one constraint, and
    neither of two is both not."""
    for (one, span, _), (other, later, _) in pairwise(found):
        denied = one.operator == other.operator == "!="
        if one != other and not denied and span[1] < later[0] and _OR.fullmatch(question, span[1], later[0]):
            yield question[span[0] : later[1]]


def _bounded(question: str, bucket: BucketNote, bounds: Sequence[Bound]) -> Iterator[Said]:
    last: tuple[Bound, FieldNote] | None = None
    for bound in bounds:
        kinds = ("DATE",) if isinstance(bound.value, str) else ("INTEGER", "REAL")
        named = [naming for naming in namings(question, bucket) if naming.field.type in kinds]
        span = (bound.said, bound.until)
        before = max((other.until for other in bounds if other.until <= bound.said), default=0)
        behind = min((other.said for other in bounds if other.said >= bound.until), default=len(question))
        naming = nearest(question, span, named, (before, behind))
        field = _meant(question, bound, naming, [field for field in bucket.fields if field.type in kinds])
        if field is None and bound.opened and last and not question[last[0].until : bound.said].strip(" ,"):
            field = last[1]  # "over 50 over 20": the second is of what the first is
        value = bound.value
        if field is None and isinstance(value, str) and "DATE" in kinds:
            field, value = _in_years(question, bound, bucket)
        if field:
            last = (bound, field)
            words = question[slice(*bound.span)].strip()
            one = Constraint(field=field.name, operator=bound.operator, value=value, raw_text=words)
            yield one, bound.span, naming if naming and _beside(question, naming, span) else None


def _in_years(question: str, bound: Bound, bucket: BucketNote) -> tuple[FieldNote | None, str | float]:
    """The field that holds a year as a number and is named near, with the year: where no date is meant."""
    day = date.fromisoformat(str(bound.value))
    edge = (1, 1) if bound.operator in (">=", "<") else (12, 31)
    years = [
        field for field in bucket.fields if field.type == "INTEGER" and any("year" in way for way in phrases(field))
    ]
    named = [naming for naming in namings(question, bucket) if naming.field in years]
    naming = nearest(question, (bound.said, bound.until), named, (0, len(question)))
    if naming is None or (day.month, day.day) != edge or bound.operator not in _ORDERS:
        return None, bound.value
    return naming.field, float(day.year)


def _meant(question: str, bound: Bound, naming: Named | None, fields: Sequence[FieldNote]) -> FieldNote | None:
    """The field named, where the words make the number a bound; else the one that it can be of."""
    if isinstance(bound.value, str):
        return naming.field if naming else _only(fields)
    if not bound.opened and not bound.money:
        return None  # a bare number beside a field's name may be anything
    if naming:
        return naming.field
    if bound.money:  # of the one field with cents
        return _only([field for field in fields if field.type == "REAL"]) or _only(fields)
    return None if not bound.opened or _COUNTED.match(question, bound.until) else _only(fields)


def _beside(question: str, naming: Named, span: Span) -> bool:
    """Whether at most a word stands between: else the name may be said for something else, too."""
    between = question[naming.end : span[0]] if naming.end <= span[0] else question[span[1] : naming.start]
    return len(between.split()) <= 1


def _only(fields: Sequence[FieldNote]) -> FieldNote | None:
    return fields[0] if len(fields) == 1 else None
