"""A rule's words that stand alone, for questions of which it takes over what they lack."""

from __future__ import annotations

import pytest

from ragatta.extensions.conversations.rules.stand_alone import stand_alone
from ragatta.extensions.conversations.task import StandAlone
from ragatta.pipeline.types import Exchange

FEE = "What was the storage fee per season in 2021?"


def worded(question: str, *before: str) -> str:
    return stand_alone(StandAlone(question, tuple(Exchange(one, "$25") for one in before))).standalone


@pytest.mark.parametrize(
    ("before", "question", "expected"),
    [
        (FEE, "And in 2022?", "What was the storage fee per season in 2022?"),
        ("What is the storage fee?", "And in 2022?", "What is the storage fee in 2022?"),
        ("What is the rate for parcel B2?", "And for B3?", "What is the rate for parcel B3?"),
        ("What does Ann Smith pay?", "And Bob Lee?", "What does Bob Lee pay?"),
        ("What does the Harbour Board charge?", "What about the Town Council?", "What does the Town Council charge?"),
        (FEE, "Who sets it?", "Who sets it? (storage fee season 2021)"),
        (FEE, "Who set it in 2022?", "Who set it in 2022? (storage fee season)"),
        ("Who owns the shed?", "Since when?", "Since when? (owns shed)"),
        ("May canoes be stored in winter?", "And in summer?", "And in summer? (canoes stored winter)"),
    ],
)
def test_what_the_question_lacks_is_taken_over(before: str, question: str, expected: str) -> None:
    assert worded(question, before) == expected


@pytest.mark.parametrize(
    "question", ["What is the height of the water tower?", "Which fees are there for boats that are rented?"]
)
def test_a_question_that_says_what_it_asks_about_stays(question: str) -> None:
    assert worded(question, FEE) == question


def test_the_turn_before_is_made_to_stand_alone_first() -> None:
    assert worded("And for B3?", "What is the rate for B2?", "And in 2022?") == "What is the rate for B3 in 2022?"
