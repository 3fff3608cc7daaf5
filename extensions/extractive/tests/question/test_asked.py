"""What type of answer a question wants, by its words."""

from __future__ import annotations

import pytest

from ragatta.extensions.extractive.question.asked import ParsedQuestion


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("It closes at nine. Is it open?", "yes_no"),
        ("When is it due?", "date"),
        ("Which year built factor applies?", "number"),
        ("How many loans are due?", "count"),
        ("What share of them is late?", "percent"),
        ("What is the fine charged?", "money"),
        ("What is the age limit?", "number"),
        ("Who keeps the key?", "text"),
    ],
)
def test_the_type_of_the_answer(question: str, wanted: str) -> None:
    asked = ParsedQuestion(question)
    assert asked.type == wanted
    assert asked.is_numeric == (wanted in ("count", "percent", "money", "number"))
