"""Whether a question is about records, one or several, or about what a text says of them."""

from __future__ import annotations

import pytest

from ragatta.extensions.extractive.fields.constraints import constraints
from ragatta.extensions.extractive.fields.records import names_a_record, speaks_of_records
from standins.loans import loans


@pytest.mark.parametrize(
    ("question", "several"),
    [
        ("Which loans are overdue?", True),
        ("List every loan of Riverside", True),
        ("Is any single loan overdue?", True),
        ("What does a loan cost?", False),  # any loan: a rule
        ("When is loan L-7 due?", False),
        ("Which members are there?", False),  # no name of the bucket
    ],
)
def test_several_records(question: str, several: bool) -> None:
    assert speaks_of_records(question, loans(question)) == several


@pytest.mark.parametrize(
    ("question", "one"),
    [
        ("When is loan L-7 due?", True),  # by its identifier
        ("When is the loan of Ida Holm due?", True),  # by a name, beside what a record is called
        ("Who is Ida Holm?", False),
        ("When is the loan at Riverside due?", False),  # one of few values, which many records share
        ("When is a loan of over 3 volumes due?", False),
    ],
)
def test_a_record(question: str, one: bool) -> None:
    bucket = loans(question)
    assert names_a_record(question, bucket, constraints(question, bucket)) == one
