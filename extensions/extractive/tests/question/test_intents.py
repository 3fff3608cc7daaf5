"""What kind of answer a question wants, by its form."""

from __future__ import annotations

import pytest

from ragatta.extensions.extractive.question.intents import format_of, function_of, intent_of, is_conceptual


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("Which member borrowed the atlas?", "qa"),
        ("When is loan L-7 due?", "qa"),
        ("What is the fine of loan L-7?", "qa"),
        ("List all loans of Castle Road", "list"),
        ("Please show the loans of Castle Road", "list"),
        ("Which loans are due in May 2025?", "list"),
        ("Summarize the house rules", "summarize"),
        ("Give an overview of the house rules", "summarize"),
        ("Compare loans L-7 and L-8", "compare"),
        ("How do the fines of L-7 and L-8 differ?", "compare"),
        ("How many loans are overdue?", "compute"),
        ("What is the average fine?", "compute"),
        ("What do the fines come to altogether?", "compute"),
    ],
)
def test_the_intent(question: str, intent: str) -> None:
    assert intent_of(question) == intent


@pytest.mark.parametrize(
    ("question", "function"),
    [
        ("How many loans are overdue?", "count"),
        ("What is the number of loans?", "count"),
        ("What is the total of all fines?", "sum"),
        ("What is the mean fine?", "average"),
        ("Which loan has the highest fine?", "maximum"),
        ("Which is the latest loan?", "maximum"),
        ("Which loan has the lowest fine?", "minimum"),
        ("Which is the oldest loan?", "minimum"),
        ("Which loan has a fine?", None),
        ("How much is the fine?", None),
    ],
)
def test_what_is_to_be_computed(question: str, function: str | None) -> None:
    assert function_of(question) == function


def test_the_format() -> None:
    assert format_of("Show the loans as a table", "list") == "table"
    assert format_of("Show the loans", "list") == "list"
    assert format_of("When is loan L-7 due?", "qa") == "natural_language"


def test_understanding_is_asked_for_by_how_and_why() -> None:
    assert is_conceptual("Why are samples frozen?", "qa")
    assert is_conceptual("How are samples labelled?", "qa")
    assert is_conceptual("The samples", "summarize")
    assert not is_conceptual("How many samples are frozen?", "compute")
