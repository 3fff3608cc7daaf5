"""Yes or no by the conditions of a rule, asked in free words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.tasks.answers import Passage, WriteAnswer, WrittenAnswer
from reader.answers import write_answer

LAB = """Sample Archive
The rush fee will be waived for a sample that has been collected under a state emergency order.
Only samples that were collected in 2015 or later and were stored below 6 degrees are eligible for the archive program.
"""
GRID = """Net Metering
A system of 25 kW or less that was installed on or after January 1, 2019 qualifies for net metering.
If a meter has been replaced for customers located more than 900 feet from the line, the connection fee will be waived.
"""
SCHOOL = """Refunds
Tuition is refunded in full when a student withdraws within 10 days of the first day of class.
Scholarships
The Founders Scholarship pays the whole tuition. To qualify, the student must meet the following requirements:
1. Enrolled in 2020 or later.
2. A family income between $20,000 and $65,000.
3. The student must live in the county.
"""


def answer(question: str, *texts: str) -> WrittenAnswer:
    passages = tuple(Passage(n, f"{n}.pdf", 1, 1, text) for n, text in enumerate(texts or (LAB, GRID, SCHOOL), 1))
    return write_answer(WriteAnswer(question, passages, False, True))


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("A sample was collected under a state emergency order. Is the rush fee still charged?", "no"),
        ("A sample was collected under a state emergency order. Is the rush fee waived?", "yes"),
        ("Would a sample collected in 2011 and stored below 6 degrees be eligible for the archive program?", "no"),
        ("Would a sample collected in 2018 and stored below 6 degrees be eligible for the archive program?", "yes"),
        ("Would a 40 kW system installed in 2020 qualify for net metering?", "no"),
        ("Does a 10 kW system installed in 2016 qualify for net metering?", "no"),
        ("Does a 10 kW system installed in 2021 qualify for net metering?", "yes"),
        ("The meter of a customer 2,000 feet from the line was replaced. Is the connection fee due?", "no"),
        ("Is tuition refunded in full when a student withdraws 5 days after the first day of class?", "yes"),
        ("Is tuition refunded in full when a student withdraws 30 days after the first day of class?", "no"),
        ("Would a student enrolled in 2017 with a family income of $30,000 get the Founders Scholarship?", "no"),
        ("Would a student enrolled in 2021 with a family income of $80,000 get the Founders Scholarship?", "no"),
    ],
)
def test_the_rule_whose_bounds_the_case_meets_or_breaks_decides(question: str, value: str) -> None:
    assert answer(question).value == value


def test_a_bound_that_the_case_does_not_meet_waives_nothing_and_says_nothing_else() -> None:
    asked = "The meter of a customer 400 feet from the line was replaced. Is the connection fee due?"
    assert answer(asked, GRID).status == "insufficient"


def test_rules_that_differ_decide_nothing() -> None:
    other = GRID.replace("25 kW", "35 kW")
    found = answer("Would a 30 kW system installed in 2020 qualify for net metering?", GRID, other)
    assert found.status == "insufficient"


@given(st.integers(1900, 2060))
def test_a_year_meets_the_rule_from_its_own_year_on(year: int) -> None:
    asked = f"Would a sample collected in {year} and stored below 6 degrees be eligible for the archive program?"
    assert answer(asked).value == ("yes" if year >= 2015 else "no")
