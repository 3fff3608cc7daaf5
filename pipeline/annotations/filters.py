"""Filters on the fields of a bucket: reads four notations into one form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from reprlib import Repr
from typing import Any, Literal, cast, get_args

from ragatta.pipeline.annotations.schema import DOC_ID_FIELD, Bucket, Field
from ragatta.pipeline.annotations.values import NoSuchValue, Value, day, number, period, text, typed

Operator = Literal["=", "!=", "<", "<=", ">", ">=", "LIKE", "IN"]
OPERATORS: tuple[Operator, ...] = get_args(Operator)
MOST_CONDITIONS = 50
MOST_VALUES = 500  # of an IN

_ALSO = {
    "==": "=", "EQ": "=", "IS": "=", "<>": "!=", "≠": "!=", "NE": "!=", "NEQ": "!=", "NOT": "!=", "LT": "<", "≤": "<=",
    "LTE": "<=", "LE": "<=", "GT": ">", "≥": ">=", "GTE": ">=", "GE": ">=", "CONTAINS": "LIKE", "ILIKE": "LIKE",
}  # fmt: skip
_SPELLED = {"operator", "value", "raw_text"}
_NAMED = {"field", *_SPELLED}


SHORT = Repr()  # of values from outside, however long or deep
SHORT.maxstring = SHORT.maxother = 60


class FilterError(ValueError):
    """Unusable filters. A filter that cannot be used. The message says why and lists the known names; it contains no
    SQL."""


@dataclass(frozen=True)
class Condition:
    """One comparison that a document has to meet; several are joined by AND. A range is two of them. Dates are ISO
    days; IN takes a tuple. A document without a value for the field meets no comparison, not even "!="."""

    field: str
    operator: Operator
    value: Value | tuple[Value, ...]


def read_filters(raw: Any, bucket: Bucket) -> tuple[Condition, ...]:
    """Filters in any of these forms, also mixed, as conditions on the bucket's fields and `doc_id`:

    {"author": "Acme"}, {"amount": {">": 100, "<=": 200}}, {"amount": {"operator": ">", "value": 100}} and [{"field":
    "amount", "operator": ">", "value": 100, "raw_text": "over 100"}]. A list of values means IN; BETWEEN takes two and
    includes both; a year or a month for a date is a range. None is no filter. Raises FilterError with all that is
    wrong, an unknown field with the known ones."""
    found: list[Condition] = []
    faults: list[str] = []
    for name, operator, value in _spelled_out(raw, faults):
        field = bucket.field(name)
        if field is None:
            known = ", ".join(known.name for known in (*bucket.fields, DOC_ID_FIELD))
            faults.append(f"no field {_shortened(name)} in bucket {bucket.name}; known: {known}")
            continue
        try:
            found += _conditions(field, operator, value)
        except NoSuchValue as wrong:
            faults.append(f"{field.name} ({field.type}): {wrong}, not {_shortened(value)}")
        except FilterError as wrong:
            faults.append(f"{field.name}: {wrong}")
    if len(found) + len(faults) > MOST_CONDITIONS:
        raise FilterError(f"more than {MOST_CONDITIONS} conditions; give fewer")
    if faults:
        raise FilterError("; ".join(faults))
    return tuple(dict.fromkeys(found))


def _spelled_out(raw: Any, faults: list[str]) -> Iterator[tuple[str, str, Any]]:
    """Every (field, operator, value), as written."""
    if raw is None:
        return
    if isinstance(raw, Mapping) and {"field", "value"} <= set(raw) <= _NAMED:
        yield from _spelled_out([raw], faults)
    elif isinstance(raw, Mapping):
        for name, condition in raw.items():
            yield from ((str(name), operator, value) for operator, value in _compared(str(name), condition, faults))
    elif isinstance(raw, Sequence) and not isinstance(raw, str | bytes):
        for condition in raw:
            if isinstance(condition, Mapping) and {"field", "value"} <= set(condition) <= _NAMED:
                yield str(condition["field"]), str(condition.get("operator", "=")), condition["value"]
            else:
                form = "{'field': ..., 'operator': ..., 'value': ...}"
                faults.append(f"{_shortened(condition)} is not a condition; write {form}")
    else:
        faults.append(f"{_shortened(raw)} is not a filter; write {{'field': {{'operator': value}}}}")


def _compared(name: str, condition: Any, faults: list[str]) -> Iterator[tuple[str, Any]]:
    if isinstance(condition, Mapping):
        if "value" in condition and set(condition) <= _SPELLED:
            yield str(condition.get("operator", "=")), condition["value"]
        elif condition:
            yield from ((str(operator), value) for operator, value in condition.items())
        else:
            faults.append(f"{_shortened(name)}: no value")
    elif isinstance(condition, list | tuple):
        yield "IN", condition
    else:
        yield "=", condition


def _conditions(field: Field, written: str, value: Any) -> list[Condition]:
    """Raises NoSuchValue and FilterError."""
    operator = _ALSO.get(written.strip().upper(), written.strip().upper())
    if operator == "BETWEEN":
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise FilterError("BETWEEN takes a list of two values")
        return _conditions(field, ">=", value[0]) + _conditions(field, "<=", value[1])
    if operator not in OPERATORS:
        raise FilterError(unknown(written))
    if operator == "IN" or (operator == "=" and isinstance(value, list | tuple)):
        return [Condition(field.name, "IN", _several(field, value))]
    if isinstance(value, list | tuple):
        raise FilterError(f"{operator} takes one value, not a list")
    if operator == "LIKE":
        if field.type in ("INTEGER", "REAL"):
            raise FilterError("LIKE is for text; compare a number with <, <=, =, >= or >")
        return [Condition(field.name, "LIKE", text(value))]
    if field.type == "DATE" and (span := period(value)):
        return _in_period(field.name, operator, span)
    # A whole-number field may be compared with any number: "more than 2.5" is a good question.
    read = number(value) if field.type == "INTEGER" else typed(value, field.type)
    return [Condition(field.name, cast(Operator, operator), read)]


def _several(field: Field, value: Any) -> tuple[Value, ...]:
    values = value if isinstance(value, list | tuple) else [value]
    if not 1 <= len(values) <= MOST_VALUES:
        raise FilterError(f"IN takes 1 to {MOST_VALUES} values")
    return tuple(day(one) if field.type == "DATE" else typed(one, field.type) for one in values)


def _in_period(name: str, operator: str, span: tuple[str, str]) -> list[Condition]:
    """A comparison with a year or month: "after 2024" means from the first day of 2025 on."""
    first, behind = span
    if operator == "=":
        return [Condition(name, ">=", first), Condition(name, "<", behind)]
    if operator == "!=":
        raise FilterError("a year or month cannot be left out with !=; use < its first day, or >= the day after it")
    begins = operator in (">=", "<")
    return [Condition(name, ">=" if operator in (">", ">=") else "<", first if begins else behind)]


def unknown(operator: str) -> str:
    """The message for an unknown operator, with the known ones."""
    return f"unknown operator {_shortened(operator)}; known: {', '.join(OPERATORS)}, BETWEEN"


def _shortened(value: Any) -> str:
    """The given value, shortened to one line of printable ASCII."""
    text = SHORT.repr(value).encode("ascii", "backslashreplace").decode()
    return text if len(text) <= 60 else f"{text[:57]}..."
