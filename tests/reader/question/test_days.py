"""Days in any spelling."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.tables.row_text import write
from pipeline.tasks.answers import Passage, WriteAnswer
from reader.answers import write_answer
from reader.question.days import days, given_dates, other_days, without_days

CAPS = write(
    ["Table 3", "Cadmium Exposure Cap"],
    ("Sampling Start Date", "Lower Cap", "Upper Cap"),
    [("3/1/2025", "0.40", "1.35"), ("9/1/2025", "0.45", "1.40")],
)


@given(st.dates(date(2000, 1, 1), date(2099, 12, 31)))
def test_a_day_is_one_however_it_is_written(day: date) -> None:
    forms = (f"{day:%m/%d/%Y}", f"{day.month}/{day.day}/{day:%y}", f"{day:%B} {day.day}, {day.year}", day.isoformat())
    assert {days(f"effective {form}.") for form in forms} == {frozenset([day])}
    assert all(without_days(form).strip() == "" for form in forms)


def test_what_is_no_day_is_none() -> None:
    assert not days("13/13/2025, 1-3, 3.1.4, section 8-18")


def test_a_row_of_other_days_does_not_meet_one_but_a_period_holds_it() -> None:
    asked = frozenset([date(2025, 5, 1)])
    assert other_days(asked, ["3/1/2025"], "") == ["2025-05-01"]
    assert not other_days(asked, ["3/1/2025", "9/1/2025"], "")
    assert not other_days(asked, ["3/1/2025"], "Limits eff 5-1-25.pdf")
    assert not other_days(asked, ["1.35"], "")


def test_a_date_that_is_given_is_not_asked_for() -> None:
    assert given_dates("the cap for a start date of 3/1/2025") == "the cap for a start 3/1/2025"
    assert given_dates("What is the start date?") == "What is the start date?"


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the upper cap of cadmium exposure for a sampling start date of 3/1/2025?", "1.35"),
        ("Upper cap of cadmium exposure where sampling starts on September 1, 2025?", "1.40"),
        ("What is the upper cap of cadmium exposure for a sampling start date of 3/1/2031?", ""),
    ],
)
def test_a_day_chooses_the_row(question: str, value: str) -> None:
    assert write_answer(WriteAnswer(question, (Passage(1, "a.pdf", 1, 1, CAPS),), False, True)).value == value
