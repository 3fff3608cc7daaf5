"""Sentences that support all that the question names; and insufficiency where none does."""

from __future__ import annotations

import pytest

from ragatta.extensions.extractive.rules.write_answer import write_answer
from ragatta.pipeline.tasks.answers import Passage, WriteAnswer, WrittenAnswer

LEASE = """Lease of Orchard Barn
Notice
Either party may end the lease by giving sixty days' notice in writing. The notice must be sent by
registered post to Marta Lindqvist.
Rent
The monthly rent is $1,450 and is due on the first day of each month. A late payment carries a
charge of 4% of the rent. The lease begins on March 3, 2021.
Pets
Dogs are not permitted in the barn."""


def asked(question: str) -> WrittenAnswer:
    return write_answer(WriteAnswer(question, (Passage(1, "lease.pdf", 1, 1, LEASE),), False))


@pytest.mark.parametrize(
    ("question", "value", "said"),
    [
        ("How much is the monthly rent?", "$1,450", "monthly rent"),
        ("What percentage of the rent is the charge for a late payment?", "4%", "late payment"),
        ("When does the lease begin?", "March 3, 2021", "begins"),
        ("To whom must the notice be sent by registered post?", "", "Marta Lindqvist"),
        ("Are dogs permitted in the barn?", "no", "not permitted"),
    ],
)
def test_the_sentence_that_answers(question: str, value: str, said: str) -> None:
    answer = asked(question)
    assert answer.status == "answered"
    assert answer.value == value
    assert said in answer.text
    assert "[Source 1]" in answer.text
    assert answer.sources == [1]


@pytest.mark.parametrize(
    "question",
    [
        "How much is the security deposit?",
        "What is the telephone number of the landlord?",
        "When does Orchard Mill open?",
        "How much is the monthly rent for 2025?",
        "To whom must the notice be sent in case 12-B?",
        "Who painted the ceiling of the chapel?",
        "Are horses allowed in the stable?",
    ],
)
def test_what_the_text_does_not_hold_stays_unanswered(question: str) -> None:
    answer = asked(question)
    assert answer.status == "insufficient"
    assert answer.missing
    assert answer.sources == []


def test_no_passages_no_answer() -> None:
    assert write_answer(WriteAnswer("What is the rent?", (), False)).status == "insufficient"


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What late fee is charged?", ""),  # either
    ],
)
def test_of_several_figures_the_one_is_meant_whose_case_is_asked_about(question: str, value: str) -> None:
    fees = "Fees\nThe late fee charged is $2 for a payment by card and $5 for a payment by cheque."
    assert write_answer(WriteAnswer(question, (Passage(1, "lease.pdf", 1, 1, fees),), False)).value == value
