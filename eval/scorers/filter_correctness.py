"""F1 between the gold's `filters` on the documents' metadata and the conditions that the answer's search used.

A stage records its conditions as `details["filters"]`, each {"bucket", "field", "operator", "value"}; the last stage
with conditions counts. Conditions are compared by meaning: regardless of the spelling of fields, of case and of the
notation of numbers and dates; a range as two bounds, IN as one condition per value, LIKE without wildcards, "<
2025-01-01" as "<= 2024-12-31". The bucket counts as a condition if the gold names one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, ClassVar

from ragatta.eval.matching.normalise import key
from ragatta.eval.matching.numbers import only_number
from ragatta.eval.metrics import FILTERS, Metric
from ragatta.eval.scorers import Given, Scorer
from ragatta.eval.trace import all_steps, details
from ragatta.pipeline.types import Answer, Question

BUCKET = "bucket"
Condition = tuple[str, str, str]  # field, operator, value, each in the one form that is compared
_SAME = {"==": "=", "<>": "!="}
_LISTS = {"IN": "=", "NOT IN": "!="}
_CLOSED = {"<": ("<=", -1), ">": (">=", 1)}  # of dates: the bound that includes its day, and the days to it
_DATE = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ].*)?")


@dataclass(frozen=True)
class FilterCorrectness(Scorer):
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            FILTERS,
            "F1 between the gold's conditions on metadata and those of the search",
            applies_to="questions with `filters`",
            place=110,
        ),
    )

    def score(self, given: Given) -> dict[str, float | None]:
        """As Scorer says."""
        return {FILTERS: score(given.question, given.answer)}


def score(question: Question, answer: Answer) -> float | None:
    """In [0, 1]; None for a question without filters, 0 for a failed answer or a search without conditions."""
    if not question.filters:
        return None
    if answer.status == "failed":
        return 0.0
    gold, used = wanted(question.filters), applied(answer)
    if BUCKET not in question.filters:
        used = frozenset(condition for condition in used if condition[0] != BUCKET)
    return 2 * len(gold & used) / (len(gold) + len(used)) if gold & used else 0.0


def wanted(filters: Mapping[str, Any]) -> frozenset[Condition]:
    """The gold's conditions: field → value, [values], {operator: value} or {"operator": ..., "value": ...}."""
    return frozenset(condition for field, written in filters.items() for condition in _written(field, written))


def applied(answer: Answer) -> frozenset[Condition]:
    """The conditions of the last stage that recorded any."""
    recorded = details(all_steps(answer), "filters")
    last = recorded[-1] if recorded else []
    buckets = {entry[BUCKET] for entry in last if entry.get(BUCKET)}
    own = [(entry["field"], entry["operator"], entry["value"]) for entry in last if entry.get("field")]
    conditions = [condition for one in own for condition in _each(*one)]
    return frozenset([*conditions, *(c for bucket in buckets for c in _each(BUCKET, "=", bucket))])


def _written(field: str, written: Any) -> Iterator[Condition]:
    if isinstance(written, Mapping):
        spelled_out = written.keys() == {"operator", "value"}
        for operator, value in [(written["operator"], written["value"])] if spelled_out else written.items():
            yield from _each(field, operator, value)
    else:
        yield from _each(field, "IN" if isinstance(written, list | tuple) else "=", written)


def _each(field: str, operator: str, value: Any) -> Iterator[Condition]:
    """The single conditions of one: two for a range, one per value for IN."""
    operator = " ".join(str(operator).upper().split())
    values = list(value) if isinstance(value, list | tuple) else [value]
    if operator == "BETWEEN" and len(values) == 2:
        yield from _each(field, ">=", values[0])
        yield from _each(field, "<=", values[1])
        return
    for one in values:
        yield _condition(field, _LISTS.get(operator, _SAME.get(operator, operator)), one)


def _condition(field: str, operator: str, value: Any) -> Condition:
    if operator == "LIKE":  # anywhere, with or without the marks that say so
        value = str(value).strip("%")
    day = _day(value)
    if day and operator in _CLOSED:
        operator, further = _CLOSED[operator]
        day += timedelta(days=further)
    return key(str(field)).replace(" ", "_"), operator, day.isoformat() if day else _plain(value)


def _day(value: Any) -> date | None:
    """The day of an ISO date with or without a time of day."""
    found = _DATE.fullmatch(str(value).strip())
    try:
        return date.fromisoformat(found[1]) if found else None
    except ValueError:
        return None


def _plain(value: Any) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    number = only_number(text)
    return number.canonical if number else key(text)
