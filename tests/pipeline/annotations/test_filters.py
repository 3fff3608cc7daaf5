"""Four spellings, one meaning; what cannot be meant is an error that helps."""

from __future__ import annotations

from typing import Any

import pytest

from ragatta.pipeline.annotations.filters import MOST_CONDITIONS, Condition, FilterError, read_filters
from ragatta.pipeline.annotations.schema import Bucket, Field

BUCKET = Bucket("bills", fields=(
    Field("supplier", "TEXT"), Field("billed_on", "DATE"), Field("amount", "REAL"), Field("pieces", "INTEGER"),
))  # fmt: skip


@pytest.mark.parametrize(
    "raw",
    [
        {"amount": {">": 1000}, "supplier": "Acme"},
        {"amount": {"operator": ">", "value": "$1k"}, "supplier": {"=": "Acme"}},
        [{"field": "amount", "operator": "gt", "value": "1,000", "raw_text": "over $1k"},
         {"field": "Supplier", "operator": "==", "value": " Acme "}],
        {"Amount": {"operator": ">", "value": 1000.0, "raw_text": "x"}, "supplier": {"value": "Acme"}},
        {"amount": {">": 1000}, "supplier": ["Acme"]},
    ],
)  # fmt: skip
def test_every_spelling_means_the_same(raw: Any) -> None:
    amount, supplier = read_filters(raw, BUCKET)
    assert amount == Condition("amount", ">", 1000.0)
    assert supplier in (Condition("supplier", "=", "Acme"), Condition("supplier", "IN", ("Acme",)))


@pytest.mark.parametrize(
    ("raw", "conditions"),
    [
        (None, []),
        ({}, []),
        ({"amount": {">=": 1, "<": "2"}}, [("amount", ">=", 1.0), ("amount", "<", 2.0)]),
        ({"amount": {"between": [1, 2]}}, [("amount", ">=", 1.0), ("amount", "<=", 2.0)]),
        ({"billed_on": 2024}, [("billed_on", ">=", "2024-01-01"), ("billed_on", "<", "2025-01-01")]),
        ({"billed_on": {"BETWEEN": ["2023", "May 2024"]}},
         [("billed_on", ">=", "2023-01-01"), ("billed_on", "<", "2024-06-01")]),
        ({"billed_on": {">": "2024"}}, [("billed_on", ">=", "2025-01-01")]),
        ({"billed_on": {"<": "March 2024"}}, [("billed_on", "<", "2024-03-01")]),
        ({"billed_on": {"<=": "3/5/2024"}}, [("billed_on", "<=", "2024-03-05")]),
        ({"billed_on": {"LIKE": "2024-%"}}, [("billed_on", "LIKE", "2024-%")]),
        ({"pieces": {">": 2.5}}, [("pieces", ">", 2.5)]),
        ({"pieces": {"IN": [1, "2"]}}, [("pieces", "IN", (1, 2))]),
        ({"doc_id": "bills/a.pdf"}, [("doc_id", "=", "bills/a.pdf")]),
        ({"field": "amount", "operator": "<", "value": 3}, [("amount", "<", 3.0)]),
        ([{"field": "supplier", "value": "Acme"}], [("supplier", "=", "Acme")]),
    ],
)  # fmt: skip
def test_what_can_be_said(raw: Any, conditions: list[tuple[Any, ...]]) -> None:
    assert read_filters(raw, BUCKET) == tuple(Condition(*said) for said in conditions)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"price": 3}, "no field 'price' in bucket bills; known: supplier, billed_on, amount, pieces, doc_id"),
        ({"amount": "soon"}, "amount .REAL.: must be a number, not 'soon'"),
        ({"billed_on": "soon"}, "must be a date such as"),
        ({"billed_on": {"!=": 2024}}, "cannot be left out with !="),
        ({"amount": {"~": 3}}, "unknown operator '~'; known: =, !="),
        ({"amount": {"LIKE": "3%"}}, "LIKE is for text"),
        ({"amount": {">": [1, 2]}}, "takes one value"),
        ({"amount": {"BETWEEN": [1]}}, "two values"),
        ({"amount": []}, "IN takes 1 to"),
        ({"amount": {}}, "no value"),
        ({"amount": None}, "must be a number"),
        ({"supplier": None}, "must be text"),
        ({"supplier": {"IN": ["x"] * 501}}, "IN takes 1 to 500"),
        ("amount > 3", "is not a filter"),
        (3, "is not a filter"),
        ([{"field": "amount"}], "is not a condition"),
        (["amount"], "is not a condition"),
        ([{"field": "amount", "value": 1}] * (MOST_CONDITIONS + 1), "more than"),
    ],
)
def test_what_cannot_be_said_is_told(raw: Any, said: str) -> None:
    with pytest.raises(FilterError, match=said):
        read_filters(raw, BUCKET)


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(FilterError) as fault:
        read_filters({"price": 3, "amount": "x", "pieces": {"?": 1}}, BUCKET)
    assert str(fault.value).count(";") >= 2
