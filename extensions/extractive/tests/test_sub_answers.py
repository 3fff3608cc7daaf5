"""WriteAnswers: each part from its own passages, and the comparison of their values."""

from __future__ import annotations

import pytest

from ragatta.extensions.extractive.rules.write_answers import write_answers
from ragatta.pipeline.tasks.answers import Passage, WriteAnswer
from ragatta.pipeline.tasks.sub_questions import WriteAnswers

ASKED = ("What is the price of the brass pump?", "What is the price of the garden hose?")


def written(*texts: str, compares: bool = True):
    parts = [
        WriteAnswer(question, (Passage(source, "prices.pdf", 1, 1, text),), False)
        for source, (question, text) in enumerate(zip(ASKED, texts, strict=False), 1)
    ]
    return write_answers(WriteAnswers("Compare them.", tuple(parts), compares))


def pump(price: str) -> str:
    return f"The price of the brass pump is {price}."


def hose(price: str) -> str:
    return f"The price of the garden hose is {price}."


def test_each_sub_question_is_answered_from_its_own_passages() -> None:
    reply = written(pump("$120"), hose("$19"))
    assert [(one.number, one.value, one.sources) for one in reply.answers] == [(1, "$120", [1]), (2, "$19", [2])]
    reply = written(pump("$120"), pump("$19"))
    assert [one.status for one in reply.answers] == ["answered", "insufficient"]


@pytest.mark.parametrize(
    ("left", "right", "says"),
    [
        ("$120", "$19", "$120 is higher than $19, by $101."),
        ("$19.50", "$1,120.25", "$19.50 is lower than $1,120.25, by $1,100.75."),
        ("$120", "$120.00", "The same: $120."),
        ("$120", "120", "They differ: $120, 120."),
    ],
)
def test_a_comparison_says_which_value_is_higher_and_by_how_much(left: str, right: str, says: str) -> None:
    assert written(pump(left), hose(right)).comparison == says


def test_nothing_is_compared_that_was_not_asked_for_or_not_found() -> None:
    assert written(pump("$120"), hose("$19"), compares=False).comparison == ""
    assert written(pump("$120"), pump("$19")).comparison == ""
