"""Conditions as SQL. A value is never part of the SQL text, but a parameter. Field names come from the schema and are
quoted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ragatta.pipeline.annotations.filters import OPERATORS, Condition, FilterError, unknown
from ragatta.pipeline.annotations.schema import DOC_ID
from ragatta.pipeline.annotations.values import Value, folded


def where(conditions: Iterable[Condition]) -> tuple[str, list[Any]]:
    """The conditions as an SQL expression, with its parameters in order; "1" (true) without conditions. The columns
    must exist, and the connection must have the function `folded`, because SQLite ignores case for ASCII only. Raises
    FilterError for an unknown operator."""
    parts: list[str] = []
    parameters: list[Any] = []
    for condition in conditions:
        column, value = _compared_as(condition)
        if condition.operator not in OPERATORS:
            raise FilterError(f"{condition.field}: {unknown(condition.operator)}")
        if condition.operator == "IN":
            values = value if isinstance(value, tuple) else (value,)
            parts.append(f"{column} IN ({', '.join('?' * len(values))})")
            parameters += values
        elif condition.operator == "LIKE":
            parts.append(f"{column} LIKE ? ESCAPE '\\'")
            parameters.append(_pattern(str(value)))
        else:
            parts.append(f"{column} {condition.operator} ?")
            parameters.append(value)
    return " AND ".join(parts) or "1", parameters


def _compared_as(condition: Condition) -> tuple[str, Value | tuple[Value, ...]]:
    """Column and value for a comparison: texts regardless of case, except the whole name of a document."""
    column, value = quoted(condition.field), condition.value
    if condition.field == DOC_ID and condition.operator != "LIKE":
        return column, value
    if isinstance(value, str):
        return f"folded({column})", folded(value)
    if isinstance(value, tuple) and all(isinstance(one, str) for one in value):
        return f"folded({column})", tuple(folded(str(one)) for one in value)
    return column, value


def quoted(name: str) -> str:
    """Any name as a quoted SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def _pattern(value: str) -> str:
    """ "%" is a wildcard if the value begins or ends with it. Otherwise the value matches literally, anywhere in the
    text. "_" always does."""
    escaped = value.replace("\\", "\\\\").replace("_", "\\_")
    if value.startswith("%") or value.endswith("%"):
        return escaped
    return f"%{escaped.replace('%', chr(92) + '%')}%"
