"""What a question says that its source does not: such an answer is not certain."""

from __future__ import annotations

import pytest

from pipeline.tables.row_text import write
from pipeline.tasks.answers import Passage
from pipeline.tasks.binding import BindValue
from reader.binding import bind_value
from reader.prose.unsaid import kinds, lacking, subjects, unsaid

WARDS = Passage(1, "wards.pdf", 1, 1, write(["Table 7", "Nurses required"], ["Ward", "Night"], [["Burns", "4"]]))
MEALS = Passage(
    1, "meals.pdf", 1, 1, write(["Breakfast price"], ["Guest", "Breakfast price"], [["Adult", "$14"], ["Child", "$7"]])
)
RULE = "Parcels that weigh more than 30 kg are charged a handling fee of $12."


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many doctors does the Burns ward need?", {"doctor"}),
        ("How many more engineers were there?", {"engineer"}),
        ("What is the lunch price for an adult?", {"lunch"}),
        ("What is the price for an adult?", set()),
    ],
)
def test_what_is_counted_or_measured(question: str, said: set[str]) -> None:
    assert kinds(question) == said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the handling fee for letters of 50 kg?", {"letter"}),
        ("What is the fee for a heavy parcel sent to an island?", {"parcel", "island"}),
        ("What is the tax for lorries that are 6 years old?", {"lorry"}),
        ("What is the fare to calculate?", set()),
    ],
)
def test_what_a_question_is_about(question: str, said: set[str]) -> None:
    assert subjects(question) == said


@pytest.mark.parametrize(
    ("question", "shown", "left"),
    [
        ("How many nurses does every ward other than Burns need?", WARDS.text, ["other than Burns"]),
        ("What is the rate without insurance?", "Table: Rates\nInsurance: no; Rate: 4", []),  # a column of yes and no
        ("What is the rate without insurance?", "Table: Rates\nType: Without insurance; Rate: 4", []),
        ("What is the rate without insurance?", "Table: Rates\nRate: 4", ["without insurance"]),
        ("What is the price for two adults?", MEALS.text, ["two"]),
        ("What is the product of the two factors?", MEALS.text, []),
        ("Round the price for an adult to two decimal places.", MEALS.text, []),
    ],
)
def test_what_excludes_or_asks_for_several(question: str, shown: str, left: list[str]) -> None:
    assert lacking(question, [shown], ["Adult", "$14"]) == left


@pytest.mark.parametrize(
    ("question", "sure"),
    [
        ("What is the handling fee for parcels of 50 kg?", True),
        ("What is the insurance fee for parcels of 50 kg?", False),
        ("What is the handling fee for letters of 50 kg?", False),
        ("What is the handling fee for pallets that weigh 50 kg?", False),
        ("What is the handling fee for three large parcels of 50 kg?", False),
    ],
)
def test_a_rule_for_another_subject_is_not_certain(question: str, sure: bool) -> None:
    found = bind_value(BindValue(question, "value", question, (Passage(1, "rules.pdf", 1, 1, RULE),), (), ()))
    assert (bool(found.value) and found.certain and not found.unmet) is sure


def test_a_subject_that_no_passage_names_is_told() -> None:
    question = "Using the breakfast price and the factor, calculate the price for an adult to an island."
    assert unsaid(question, [MEALS]) == ["island"]
