"""The words around an amount or a date that make a bound of it."""

from __future__ import annotations

import pytest

from ragatta.extensions.extractive.question.comparisons import UNREAD, amount_bounds, date_bounds


@pytest.mark.parametrize(
    ("words", "operator"),
    [
        ("at least 30", ">="), ("no less than 30", ">="), ("a minimum of 30", ">="), ("30 or more", ">="),
        ("not below 30", ">="), ("at most 30", "<="), ("no more than 30", "<="), ("up to 30", "<="),
        ("30 or less", "<="), ("not exceeding 30", "<="), ("more than 30", ">"), ("above 30", ">"),
         ("less than 30", "<"), ("under 30", "<"), ("exactly 30", "="),
    ],
)  # fmt: skip
def test_a_comparison_of_an_amount(words: str, operator: str) -> None:
    (bound,) = amount_bounds(f"samples with {words}", ())
    assert (bound.operator, bound.value, bound.opened) == (operator, 30.0, True)


@pytest.mark.parametrize(
    ("words", "value", "money"),
    [
        ("over 1,500", 1500.0, False),
        ("over 2.5", 2.5, False),
        ("over $2.5k", 2500.0, True),
        ("over 3 thousand", 3000.0, False),
        ("over €1.2 million", 1200000.0, True),
    ],
)
def test_how_amounts_are_written(words: str, value: float, money: bool) -> None:
    (bound,) = amount_bounds(words, ())
    assert (bound.value, bound.money) == (value, money)


@pytest.mark.parametrize("words", ["between 4 and 9", "from 4 to 9", "4 to 9", "between 4 and 9 grams"])
def test_a_range_is_two_bounds(words: str) -> None:
    bounds = amount_bounds(f"samples {words}", ())
    assert [(bound.operator, bound.value) for bound in bounds] == [(">=", 4.0), ("<=", 9.0)]


def test_two_comparisons_stay_two() -> None:
    bounds = amount_bounds("samples of more than 4 and less than 9", ())
    assert [(bound.operator, bound.value) for bound in bounds] == [(">", 4.0), ("<", 9.0)]


@pytest.mark.parametrize("words", ["sample S-30", "ratio 3/4", "version 1.2.3"])
def test_a_number_that_is_part_of_a_code_is_no_amount(words: str) -> None:
    assert amount_bounds(words, ()) == []


def test_what_is_taken_is_no_amount_and_a_bare_number_no_comparison() -> None:
    assert amount_bounds("over 30", [(5, 7)]) == []
    (bound,) = amount_bounds("shelf 30", ())
    assert (bound.operator, bound.opened) == ("=", False)


@pytest.mark.parametrize(
    ("words", "bounds"),
    [
        ("before March 2025", [("<", "2025-03-01")]),
        ("after March 2025", [(">", "2025-03-31")]),
        ("since March 2025", [(">=", "2025-03-01")]),
        ("until March 2025", [("<=", "2025-03-31")]),
        ("no later than March 5, 2025", [("<=", "2025-03-05")]),
        ("in March 2025", [(">=", "2025-03-01"), ("<=", "2025-03-31")]),
        ("on March 5, 2025", [("=", "2025-03-05")]),
        ("from March 5 to April 9, 2025", [(">=", "2025-03-05"), ("<=", "2025-04-09")]),
        ("between 2024 and 2025", [(">=", "2024-01-01"), ("<=", "2025-12-31")]),
    ],
)
def test_a_comparison_of_a_date(words: str, bounds: list[tuple[str, str]]) -> None:
    assert [(bound.operator, bound.value) for bound in date_bounds(f"samples taken {words}")] == bounds


@pytest.mark.parametrize(
    ("words", "bounds"),
    [
        ("samples from 2024", [(">=", "2024-01-01"), ("<=", "2024-12-31")]),
        ("samples that are from March 2025", [(">=", "2025-03-01"), ("<=", "2025-03-31")]),
        ("samples from the first quarter of 2025", [(">=", "2025-01-01"), ("<=", "2025-03-31")]),
        ("samples not from 2024", [(UNREAD, "2024-01-01")]),
        ("samples from 2024 onwards", [(">=", "2024-01-01")]),
        ("samples from 2024 or later", [(">=", "2024-01-01")]),
    ],
)
def test_things_from_a_year_are_of_that_year(words: str, bounds: list[tuple[str, str]]) -> None:
    assert [(bound.operator, bound.value) for bound in date_bounds(words)] == bounds
