"""Dates of a question as days from a first to a last."""

from __future__ import annotations

import pytest

from ragatta.extensions.extractive.question.periods import periods


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("samples taken on March 5, 2025", [("2025-03-05", "2025-03-05")]),
        ("samples taken on the 5th of March 2025", [("2025-03-05", "2025-03-05")]),
        ("samples taken on 2025-03-05", [("2025-03-05", "2025-03-05")]),
        ("samples taken on 3/5/2025", [("2025-03-05", "2025-03-05")]),  # month first
        ("samples of Feb. 2024", [("2024-02-01", "2024-02-29")]),  # a leap year
        ("samples of February 2025", [("2025-02-01", "2025-02-28")]),
        ("samples of the second quarter of 2025", [("2025-04-01", "2025-06-30")]),
        ("samples of Q4 2025", [("2025-10-01", "2025-12-31")]),
        ("samples of the last quarter of 2025", [("2025-10-01", "2025-12-31")]),
        ("samples of the first half of 2025", [("2025-01-01", "2025-06-30")]),
        ("samples of 2025", [("2025-01-01", "2025-12-31")]),
        ("from March to May 2025", [("2025-03-01", "2025-03-31"), ("2025-05-01", "2025-05-31")]),  # the year behind
        ("between May 3 and May 9, 2025", [("2025-05-03", "2025-05-03"), ("2025-05-09", "2025-05-09")]),
        ("samples of March", []),  # of no year
        ("samples of February 30, 2025", []),  # no such day
        ("the third half of 2025", []),
        ("sample 2025-A", []),
        ("a concentration of 2,025 or $2025 or 2025%", []),
    ],
)
def test_the_days_that_are_meant(question: str, days: list[tuple[str, str]]) -> None:
    assert [(one.first.isoformat(), one.last.isoformat()) for one in periods(question)] == days


def test_a_period_says_where_it_stands() -> None:
    question = "samples of Q4 2025 and of May 3, 2026"
    assert [question[one.start : one.end] for one in periods(question)] == ["Q4 2025", "May 3, 2026"]
    assert [one.is_day for one in periods(question)] == [False, True]
