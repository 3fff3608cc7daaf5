"""Chooses the documents that meet the question's constraints, before any search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ragatta.pipeline.annotations.filters import Condition, FilterError, read_filters
from ragatta.pipeline.annotations.schema import Bucket
from ragatta.pipeline.annotations.sqlite import Annotations
from ragatta.pipeline.tasks.agentic import Constraint


@dataclass(frozen=True)
class DocumentSelection:
    """`documents` of the `buckets` that meet the `conditions` on their metadata, by bucket. `constraints` are those
    that could be used; `refused` says why others could not."""

    buckets: tuple[str, ...]
    documents: tuple[str, ...]
    constraints: tuple[Constraint, ...] = ()
    conditions: Mapping[str, tuple[Condition, ...]] = field(default_factory=dict)
    refused: tuple[str, ...] = ()

    def record(self) -> list[dict[str, Any]]:
        """The conditions in the form of the trace."""
        return [condition_record(bucket, one) for bucket, conditions in self.conditions.items() for one in conditions]

    def rows(self, known: Annotations) -> list[dict[str, Any]]:
        """The metadata of each document with its bucket, in the order of buckets and names."""
        selected = set(self.documents)
        return [
            {**row, "bucket": bucket}
            for bucket in self.buckets
            for row in known.rows(bucket, self.conditions.get(bucket, ()))
            if row["doc_id"] in selected
        ]


def select_documents(
    buckets: Sequence[str], constraints: Sequence[Constraint], scope: Sequence[str], known: Annotations
) -> DocumentSelection:
    """The documents in scope that meet every constraint that can be used. Keeps the buckets whose schemas fit most of
    the constraints: a document without the field cannot meet the condition. Without buckets, the whole scope."""
    if not buckets:
        return DocumentSelection(
            (), tuple(scope), refused=tuple(f"no bucket has a field {one.field}" for one in constraints)
        )
    taken, refused = _taken(buckets, constraints, known)
    most = max(len(own) for own in taken.values())
    kept = [name for name in buckets if len(taken[name]) == most]
    conditions = {name: tuple(c for _, own in taken[name] for c in own) for name in kept if most}
    within = set(scope)
    documents = [
        document for name in kept for document in known.documents(name, conditions.get(name, ())) if document in within
    ]
    used = tuple(one for one in constraints if any(one is other for name in kept for other, _ in taken[name]))
    return DocumentSelection(tuple(kept), tuple(documents), used, conditions, tuple(refused))


def _taken(
    buckets: Sequence[str], constraints: Sequence[Constraint], known: Annotations
) -> tuple[dict[str, list[tuple[Constraint, tuple[Condition, ...]]]], list[str]]:
    """The constraints that each bucket's schema fits, and why some fit none."""
    taken: dict[str, list[tuple[Constraint, tuple[Condition, ...]]]] = {name: [] for name in buckets}
    refused: list[str] = []
    for constraint in constraints:
        faults: list[str] = []
        for name in buckets:
            conditions = _conditions(constraint, known.bucket(name), faults)
            if conditions:
                taken[name].append((constraint, conditions))
        if len(faults) == len(buckets):
            refused.append(faults[0])
    return taken, refused


def _conditions(constraint: Constraint, bucket: Bucket, faults: list[str]) -> tuple[Condition, ...]:
    try:
        return read_filters([constraint.model_dump()], bucket)
    except FilterError as fault:
        faults.append(str(fault))
        return ()


def condition_record(bucket: str, condition: Condition) -> dict[str, Any]:
    """A condition on a bucket's metadata, in the form of the trace."""
    value = list(condition.value) if isinstance(condition.value, tuple) else condition.value
    return {"bucket": bucket, "field": condition.field, "operator": condition.operator, "value": value}
