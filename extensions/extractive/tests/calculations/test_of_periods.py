"""One measure at several periods: what is asked for is read from the question's words alone."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ragatta.extensions.extractive.calculations.ways import read_calculation
from ragatta.pipeline.text.arithmetic import evaluate, names_in
from ragatta.pipeline.text.numbers import Figure, read_figure

BOTH = ("2018", "2019")


@pytest.mark.parametrize(
    ("question", "measure", "periods", "result"),
    [
        ("What is the change in freight tonnage between 2018 and 2019?", "freight tonnage", BOTH, "+3"),
        ("What was the net change in diesel cost from 2018 to 2019?", "diesel cost", BOTH, "+3"),
        ("How much did the harvest of oats increase from 2018 to 2019?", "harvest of oats", BOTH, "+3"),
        ("By how much did enrolment change between 2019 and 2018?", "enrolment", BOTH, "+3"),
        ("What was the decrease in absences from 2018 to 2019?", "absences", BOTH, "-3"),
        ("In 2018 and 2019, what was the difference in rainfall?", "rainfall", BOTH, "+3"),
        ("What is the average number of assays for 2018 and 2019?", "number of assays", BOTH, "13.5"),
        ("What is the average milk yield for the years ended June 30, 2018 and 2019?", "milk yield", BOTH, "13.5"),
        ("Calculate the mean berth occupancy in 2018 and 2019.", "berth occupancy", BOTH, "13.5"),
        ("What is the total seed cost for 2018 and 2019?", "total seed cost", BOTH, "27"),
        ("What is the percentage change in port dues from 2018 to 2019?", "port dues", BOTH, "+25%"),
        ("What is the percent increase in library loans between 2018 and 2019?", "library loans", BOTH, "+25%"),
        ("What was the growth rate of reagent spending in 2019?", "reagent spending", BOTH, "+25%"),
        ("By what percentage did pupil numbers grow from 2018 to 2019?", "pupil numbers", BOTH, "+25%"),
        ("What percentage did fodder costs increase from 2018 to 2019?", "fodder costs", BOTH, "+25%"),
        ("What was the percentage decline in hens from 2018 to 2019?", "hens", BOTH, "-25%"),
        (
            "What is the percentage increase in canteen meals in 2019 compared to the prior year?",
            "canteen meals",
            BOTH,
            "+25%",
        ),
        ("What is the total tonnage for 2017, 2018 and 2019?", "total tonnage", ("2017", *BOTH), "39"),
        ("What was the total fuel use from 2017 to 2019?", "total fuel use", ("2017", *BOTH), "39"),
        ("What is the difference in pallets between March 2018 and March 2019?", "pallets", BOTH, "+3"),
    ],
)
def test_one_measure_at_several_periods(question: str, measure: str, periods: tuple[str, ...], result: str) -> None:
    asked = read_calculation(question)
    assert asked is not None
    assert {cell.measure for cell in asked.cells} == {measure}
    assert all(said in cell.period for said, cell in zip(periods, asked.cells, strict=True))
    figures = [Figure(value=value) for value in map(Decimal, (12, 15, 12))][: len(asked.names)]
    found = evaluate(asked.expression, dict(zip(asked.names, figures, strict=True)))
    assert found.value is not None
    expected = read_figure(result)
    assert expected is not None
    assert (found.value, found.unit) == (expected.amount, "%" if expected.percent else "")


@pytest.mark.parametrize(
    "question",
    [
        "What is the total milk yield for 2018 and 2019 respectively?",
        "What is the average milk yield in 2019?",
        "What is the total premium for a barn built in 2005 with a roof of 2015?",
        "What changed between 2018 and 2019?",
        "What is the cargo rate for May?",
        "How may the average be computed?",
        "List the average prices of 2018 and 2019.",
    ],
)
def test_each_period_by_itself_and_other_questions_are_none(question: str) -> None:
    asked = read_calculation(question)
    assert asked is None or not asked.cells


def test_a_difference_has_no_sign_and_a_change_has() -> None:
    for question, shown in (
        ("What is the difference in hay between 2018 and 2019?", "abs("),
        ("What is the change in hay between 2018 and 2019?", "hay_2019 - hay_2018"),
    ):
        asked = read_calculation(question)
        assert asked is not None
        assert asked.expression.startswith(shown)
        assert names_in(asked.expression) == ("hay_2018", "hay_2019")[:: 1 if shown == "abs(" else -1]
