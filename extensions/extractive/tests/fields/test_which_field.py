"""Which field of a schema words of a question mean."""

from __future__ import annotations

import pytest

from ragatta.extensions.extractive.fields.which_field import namings, nearest, vocabulary
from standins.loans import loans


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What is the due date of loan L-7?", [("due_date", "due date", 1.0)]),
        ("Which date is due?", [("due_date", "date is due", 1.0)]),
        ("When is it due?", [("due_date", "due", 0.5)]),  # half of a label that no other field goes by
        ("Which fine is owed?", [("fine", "fine is owed", 1.0)]),
        ("How many volumes went to which branch?", [("volumes", "volumes", 1.0), ("branch", "branch", 1.0)]),
        ("Which loan is it?", []),  # what the bucket is called names no field
        ("May dogs come in?", []),
    ],
)
def test_what_a_question_names(question: str, named: list[tuple[str, str, float]]) -> None:
    found = sorted(namings(question, loans()), key=lambda one: one.start)
    said = {(one.field.name, question[one.start : one.end], one.share) for one in found}
    assert set(named) <= said
    assert {name for name, _, _ in said} == {name for name, _, _ in named}


@pytest.mark.parametrize(
    ("question", "amount", "field"),
    [
        ("volumes over 3 and fine over 5", "3", "volumes"),
        ("volumes over 3 and fine over 5", "5", "fine"),
        ("over 3 volumes", "3", "volumes"),
        ("over 3, with a fine", "3", None),  # another part of the sentence
    ],
)
def test_the_name_that_an_amount_belongs_to(question: str, amount: str, field: str | None) -> None:
    at = question.index(amount)
    found = nearest(question, (at, at + 1), namings(question, loans()), (0, len(question)))
    assert (found.field.name if found else None) == field


def test_a_name_outside_the_window_is_not_the_nearest() -> None:
    question = "volumes over 3"
    assert nearest(question, (13, 14), namings(question, loans()), (8, 14)) is None


def test_the_words_of_a_bucket() -> None:
    words = vocabulary(loans())
    assert {"branch", "borrow"} & words
    assert "pump" not in words
