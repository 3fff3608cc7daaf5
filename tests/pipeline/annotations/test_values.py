"""Figures and dates in the usual forms become one; everything else is refused."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.annotations.values import NoSuchValue, day, number, period, text, typed


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("$1,234.50", 1234.5), ("1k", 1000), ("1.5 million", 1_500_000), ("(200)", -200), ("-$3", -3), ("$-3", -3),
        ("−7", -7), ("12%", 12), ("USD 1,000", 1000), ("1,000 EUR", 1000), (".5", 0.5), ("€ 2'500", 2500),
        ("(-5.0%)", -5.0), ("(-$3)", -3), ("(+3)", -3), ("$(1,300.00)", -1300), ("€ (3)", -3), ("$($3)", -3),
        ("$$3", None),
        ("1e3", None),
        ("1,23", None), ("", None), ("$", None), ("k", None), ("12 main", None), ("1;2", None), (True, None),
        (None, None), (float("nan"), None), (float("inf"), None), (10**30, None), ("9" * 99, None), ([1], None),
        (9007199254740993, 9007199254740993), ("9007199254740993", 9007199254740993),
    ],
)  # fmt: skip
def test_figures(raw: Any, value: float | None) -> None:
    if value is None:
        with pytest.raises(NoSuchValue):
            number(raw)
    else:
        assert number(raw) == value


@pytest.mark.parametrize(
    "written",
    [
        "2025-03-05", "2025/3/5", "03/05/2025", "3/5/25", "5.3.2025", "March 5, 2025", "Mar. 5 2025", "5 March 2025",
        "5th of March, 2025", "Wednesday, March 5th, 2025", "05-Mar-2025", "2025-03-05T10:20:00Z", "MARCH 5, 2025",
        "March 5, 2025 12:01 a.m.", date(2025, 3, 5),
    ],
)  # fmt: skip
def test_days(written: Any) -> None:
    assert day(written) == "2025-03-05"


def test_a_month_is_first_unless_there_is_no_such_month() -> None:
    assert day("13/05/2025") == "2025-05-13"


@pytest.mark.parametrize("written", ["2025-02-30", "soon", "", "2025", "0001-01-01", 20250305, "5", "2025-03-05; DROP"])
def test_no_days(written: Any) -> None:
    with pytest.raises(NoSuchValue):
        day(written)


@pytest.mark.parametrize(
    ("written", "span"),
    [
        (2024, ("2024-01-01", "2025-01-01")),
        ("2024", ("2024-01-01", "2025-01-01")),
        ("December 2024", ("2024-12-01", "2025-01-01")),
        ("2024-02", ("2024-02-01", "2024-03-01")),
        ("Feb 2024", ("2024-02-01", "2024-03-01")),
        ("2024-02-01", None),
        (24, None),
        (True, None),
        ("May", None),
    ],
)
def test_years_and_months_are_spans(written: Any, span: Any) -> None:
    assert period(written) == span


@given(st.dates(min_value=date(1900, 1, 1), max_value=date(2099, 12, 31)))
def test_a_day_is_read_as_it_was_written(when: date) -> None:
    for form in ("%Y-%m-%d", "%m/%d/%Y", "%B %d, %Y", "%d %b %Y", "%d.%m.%Y"):
        assert day(when.strftime(form)) == when.isoformat()


@given(st.integers(-(10**12), 10**12), st.integers(0, 99))
def test_an_amount_is_read_as_it_was_written(whole: int, cents: int) -> None:
    value = abs(whole) + cents / 100
    assert number(f"${value:,.2f}") == pytest.approx(value)
    assert typed(f"{whole:,}", "INTEGER") == whole
    assert isinstance(typed(str(whole), "REAL"), float)


@given(st.from_type(type).flatmap(st.from_type) | st.text() | st.recursive(st.none(), st.lists))
def test_any_value_is_read_or_refused(raw: Any) -> None:
    for kind in ("TEXT", "INTEGER", "REAL", "DATE"):
        try:
            value = typed(raw, kind)
        except NoSuchValue:
            continue
        assert typed(value, kind) == value


def test_text_is_plain() -> None:
    assert text("  Acme \n Corp ") == "Acme Corp"
    assert text(7) == "7"
    for raw in ("", " ", None, True, [], {}, "x" * 1001, "\ud800", "a\x00b"):
        with pytest.raises(NoSuchValue):
            text(raw)
