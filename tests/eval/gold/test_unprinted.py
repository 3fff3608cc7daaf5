"""Answers that no evidence prints are found, and those that it prints in another form are not."""

from __future__ import annotations

import pytest

from ragatta.eval.gold.unprinted import is_unprinted
from ragatta.pipeline.types import Evidence, Kind, Question


def asked(
    expected: str, quote: str, kind: Kind = "number", value: str = "", accepted: tuple[str, ...] = ()
) -> Question:
    return Question("Q", "?", kind, expected, accepted, evidence=(Evidence("a.pdf", (1,), quote, value),))


@pytest.mark.parametrize(
    "question",
    [
        asked("12", "The pump weighs 12 kg."),
        asked("$1,905", "Corrigan - 765 - 1,905 - 2,475", value="1,905"),
        asked("3%", "three (3) percent of the price"),
        asked("2 March 2024", "signed on March 2, 2024 in Kiel", "text"),
        asked("Saltonstall", "DISCUSSION BY SALTONSTALL", "text"),
        asked("the seller\nthe buyer", "the buyer and the seller", "text"),
        asked("the vendor", "the seller shall pay", "text", accepted=("the seller",)),
        asked("42", ""),  # a whole page
        asked("yes", "It is in force.", "yes_no"),
    ],
    ids=lambda question: question.expected,
)
def test_printed(question: Question) -> None:
    assert not is_unprinted(question)


@pytest.mark.parametrize(
    "question",
    [
        asked("24", "12 kg and 12 kg"),
        asked("1", "pump (11) of 121"),
        asked("the seller\nthe bank", "the buyer and the seller", "text"),
        asked("12", "thirty", value="13"),
    ],
    ids=lambda question: question.expected,
)
def test_not_printed(question: Question) -> None:
    assert is_unprinted(question)
