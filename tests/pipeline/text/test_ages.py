"""How old something is, by two years that a question tells."""

from __future__ import annotations

import pytest

from ragatta.pipeline.text.ages import by_age, is_age, read_age


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("A barn built in 1985 is insured from May 2025.", 40),
        ("for the 2024 season, a yacht made in 2011", 13),
        ("Nurse hired in 2009, contract starting 2021", 12),
        ("effective 2020, a pump installed about the year 2013", 7),
    ],
)
def test_a_beginning_and_a_later_year_tell_an_age(text: str, years: int) -> None:
    found = read_age(text)
    assert found is not None
    assert found.years == years


@pytest.mark.parametrize(
    "text",
    [
        "A barn built in 1985.",
        "The change in rent from 2018 to 2019",
        "between 2018 and 2020",
        "a barn built in 1985 and renovated in 2010",
        "built in 1985 for $2,025",
        "built in 1985, rated 2024, effective 2025",
    ],
)
def test_other_years_tell_none(text: str) -> None:
    assert read_age(text) is None


def test_an_age_is_of_a_column_of_ages_alone() -> None:
    text = "a yacht built in 2001, season 2020"
    assert by_age(text, ["Length", "Age of Yacht"]) == ("a yacht built in , season ", {"Age of Yacht": "19"})
    assert by_age(text, ["Length", "Season"]) == (text, {})
    assert [is_age(name) for name in ("Years of Service", "Wage Group", "Page")] == [True, False, False]
