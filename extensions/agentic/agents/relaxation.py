"""What an empty search would find if a constraint were dropped or widened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from ragatta.extensions.agentic.agents.selection import select_documents
from ragatta.pipeline.annotations.sqlite import Annotations
from ragatta.pipeline.tasks.agentic import Constraint

_WIDER = 0.25  # share by which the bound of a number is moved


@dataclass(frozen=True)
class Relaxation:
    """A relaxed set of constraints: what was changed, in words, the constraints that are left, and the number of
    documents that meet them."""

    words: str
    constraints: tuple[Constraint, ...]
    documents: int


def relaxations(
    buckets: Sequence[str], constraints: Sequence[Constraint], scope: Sequence[str], known: Annotations
) -> tuple[Relaxation, ...]:
    """Drops each condition, and widens each that can be widened, one at a time. Two bounds stated in the same words are
    one condition."""
    found: list[Relaxation] = []
    for own in grouped(constraints):
        rest = tuple(one for one in constraints if one not in own)
        found.append(_tried(f'without "{condition_words(own)}"', rest, buckets, scope, known))
        if wider := _widened(own):
            wide = ", ".join(f"{one.operator} {_formatted(one.value)}" for one in wider)
            words = f'"{condition_words(own)}" widened to {wide}'
            kept = tuple(one for other in grouped(constraints) for one in (wider if other == own else other))
            found.append(_tried(words, kept, buckets, scope, known))
    return tuple(found)


def grouped(constraints: Sequence[Constraint]) -> list[tuple[Constraint, ...]]:
    """The constraints, grouped if the question states them in the same words about the same field."""
    groups: dict[tuple[str, str], list[Constraint]] = {}
    for at, one in enumerate(constraints):
        groups.setdefault((one.field, one.raw_text or str(at)), []).append(one)
    return [tuple(own) for own in groups.values()]


def condition_words(constraints: Sequence[Constraint]) -> str:
    """A condition in the question's words with its field: "net weight: over 900"."""
    field = constraints[0].field.replace("_", " ")
    bounds = " and ".join(f"{one.operator} {_formatted(one.value)}" for one in constraints)
    return f"{field} {constraints[0].raw_text}" if constraints[0].raw_text else f"{field} {bounds}"


def _tried(
    words: str, left: tuple[Constraint, ...], buckets: Sequence[str], scope: Sequence[str], known: Annotations
) -> Relaxation:
    return Relaxation(words, left, len(select_documents(buckets, left, scope, known).documents))


def _widened(constraints: Sequence[Constraint]) -> list[Constraint]:
    """The condition made wider: a number's bound by a quarter, a date's to the whole year around it or by a year, an
    equal text to a similar one. Empty if a part of it cannot be widened."""
    wider = [
        one.model_copy(update={"operator": "LIKE" if one.operator == "=" else one.operator, "value": _wider(one)})
        for one in constraints
    ]
    return [] if any(one.value is None for one in wider) else wider


def _wider(constraint: Constraint) -> Any:
    up = constraint.operator in ("<", "<=")
    if constraint.operator not in ("<", "<=", ">", ">=", "="):
        return None
    if isinstance(constraint.value, float | int):
        return round(constraint.value * (1 + _WIDER if up else 1 - _WIDER), 2) if constraint.operator != "=" else None
    if not isinstance(constraint.value, str):
        return None
    if day := _day(constraint.value):
        if constraint.operator == "=":
            return None
        edge = date(day.year, 12, 31) if up else date(day.year, 1, 1)
        further = edge if edge != day else date(day.year + (1 if up else -1), edge.month, edge.day)
        return further.isoformat()
    words = [word for word in constraint.value.split() if len(word) > 2]
    return f"%{max(words, key=len)}%" if constraint.operator == "=" and len(words) > 1 else None


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _formatted(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}".removesuffix(".00")
    return ", ".join(value) if isinstance(value, list) else str(value)
