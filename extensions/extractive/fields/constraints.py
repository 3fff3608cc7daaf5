"""Reads a question's constraints on the fields of a schema: bounds of amounts and dates, and named values.

A bound belongs to the field named near it, else to the only field of its type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragatta.extensions.extractive.fields.named_values import Said, free, labelled_values, named_values
from ragatta.extensions.extractive.fields.which_field import Named, Span, namings, nearest
from ragatta.extensions.extractive.question.comparisons import UNREAD, Bound, amount_bounds, date_bounds
from ragatta.pipeline.tasks.agentic import BucketNote, Constraint, FieldNote

_COUNTED = re.compile(r"\s*[A-Za-z]+")


@dataclass(frozen=True)
class FoundConstraints:
    """The constraints, the spans of the question that state them, and the field names used for them. `unread`:
    conditions that no constraint covers."""

    constraints: tuple[Constraint, ...] = ()
    spans: tuple[Span, ...] = ()
    namings: tuple[Named, ...] = ()
    unread: tuple[str, ...] = ()


def constraints(question: str, bucket: BucketNote) -> FoundConstraints:
    """All constraints of the question on the bucket's fields, without those that fit no field."""
    found = list(named_values(question, bucket))
    taken = [span for _, span, _ in found]
    bounds = [bound for bound in date_bounds(question) if free(taken, bound.span)]
    bounds += amount_bounds(question, [*taken, *(bound.span for bound in bounds)])
    unread = tuple(question[slice(*bound.span)] for bound in bounds if bound.operator == UNREAD)
    found += _bounded(question, bucket, [bound for bound in bounds if bound.operator != UNREAD])
    taken = [span for _, span, _ in found]
    found += [one for one in labelled_values(question, bucket) if free(taken, one[1])]
    found.sort(key=lambda one: one[1])
    distinct: list[Constraint] = []
    for one, _, _ in found:
        if one not in distinct:
            distinct.append(one)
    return FoundConstraints(
        tuple(distinct),
        tuple(dict.fromkeys(span for _, span, _ in found)),
        tuple(dict.fromkeys(naming for _, _, naming in found if naming)),
        unread,
    )


def _bounded(question: str, bucket: BucketNote, bounds: Sequence[Bound]) -> Iterator[Said]:
    for bound in bounds:
        kinds = ("DATE",) if isinstance(bound.value, str) else ("INTEGER", "REAL")
        named = [naming for naming in namings(question, bucket) if naming.field.type in kinds]
        before = max((other.span[1] for other in bounds if other.span[1] <= bound.span[0]), default=0)
        behind = min((other.span[0] for other in bounds if other.span[0] >= bound.span[1]), default=len(question))
        naming = nearest(question, bound.span, named, (before, behind))
        field = _meant(question, bound, naming, [field for field in bucket.fields if field.type in kinds])
        if field:
            words = question[slice(*bound.span)].strip()
            constraint = Constraint(field=field.name, operator=bound.operator, value=bound.value, raw_text=words)
            yield constraint, bound.span, naming if naming and _beside(question, naming, bound.span) else None


def _meant(question: str, bound: Bound, naming: Named | None, fields: Sequence[FieldNote]) -> FieldNote | None:
    """The field named near the number if the words make it a bound; else the only field that it fits."""
    if isinstance(bound.value, str):
        return naming.field if naming else _only(fields)
    if not bound.opened and not bound.money:
        return None  # a bare number beside a field's name may be anything
    if naming:
        return naming.field
    if bound.money:  # of the one field with cents
        return _only([field for field in fields if field.type == "REAL"]) or _only(fields)
    return None if not bound.opened or _COUNTED.match(question, bound.span[1]) else _only(fields)


def _beside(question: str, naming: Named, span: Span) -> bool:
    """Whether at most one word separates them, so that the name cannot belong to something else."""
    between = question[naming.end : span[0]] if naming.end <= span[0] else question[span[1] : naming.start]
    return len(between.split()) <= 1


def _only(fields: Sequence[FieldNote]) -> FieldNote | None:
    return fields[0] if len(fields) == 1 else None
