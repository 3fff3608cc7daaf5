"""Rows of metadata as CSV, for a spreadsheet.

A text that a spreadsheet would run as a formula gets an apostrophe before it, because the cells come from untrusted
documents. Source: OWASP, "CSV Injection"."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any
from unicodedata import category

from ragatta.pipeline.annotations.values import NoSuchValue, number

_STARTS_A_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
_UNSEEN = ("Cc", "Cf", "Zs", "Zl", "Zp")  # spaces, control and zero-width characters, which a spreadsheet drops


def csv_of(rows: Sequence[Mapping[str, Any]]) -> str:
    """A header and one line per row, as in RFC 4180; empty without rows. The columns are the keys of all rows, in the
    order of their first appearance. A missing or unknown value is an empty cell."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    if not columns:
        return ""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow([_cell(column) for column in columns])
    writer.writerows([_cell(row.get(column)) for column in columns] for row in rows)
    return written.getvalue()


def starts_a_formula(text: str) -> bool:
    """Whether the first visible character begins a formula."""
    seen = next((char for char in text if category(char) not in _UNSEEN), "")
    return seen in _STARTS_A_FORMULA


def _cell(value: Any) -> Any:
    if not isinstance(value, str) or not starts_a_formula(value) or _is_number(value):
        return value
    return f"'{value}"


def _is_number(text: str) -> bool:
    try:
        number(text)
    except NoSuchValue:
        return False
    return True
