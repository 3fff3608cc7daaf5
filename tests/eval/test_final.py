"""What an answer says in the end."""

from __future__ import annotations

import pytest

from ragatta.eval.answers.citations import without_citations
from ragatta.eval.final import final_yes_no, number_rule
from ragatta.eval.matching.numbers import stated_numbers
from ragatta.pipeline.types import Answer


def test_marks_of_citation_are_left_out() -> None:
    assert without_citations("Simmer [Source 2] for 45 minutes [1, 3].") == "Simmer for 45 minutes."
    assert without_citations("6 hours [a/b (2).pdf], or 7 [orders/order [A-1] copy.pdf].") == "6 hours, or 7."
    assert without_citations("[see below] stays") == "[see below] stays"


@pytest.mark.parametrize(
    ("text", "value", "final"),
    [
        ("The product is 6.", "", "6"),
        ("The product is 6.", "7", "7"),
        ("The product is 6.", "six", "6"),
        ("It is $6 [Source 4] (page 72).", "", "6"),
        ("", "3 x 2 = 6", "6"),
        ("", "6 [Source 4] (page 72)", "6"),
        ("", "$6 (6.00)", "6"),
        ("It costs 1 604 dollars", "", "1604"),
        ("", "1\u202f604", "1604"),
    ],
)
def test_final_number(text: str, value: str, final: str) -> None:
    assert number_rule("How much?", stated_numbers(final), Answer("answered", text, value=value), rules=()) == "exact"
    assert number_rule("How much?", stated_numbers("99"), Answer("answered", text, value=value), rules=()) == ""


@pytest.mark.parametrize("value", ["$100, $200, $604", "between 500 and 604", "500-604", "604 = 600 or 604"])
def test_several_numbers_are_no_final_one(value: str) -> None:
    for right in ("100", "200", "500", "600", "604"):
        assert not number_rule("How much?", stated_numbers(right), Answer("answered", "It is 604.", value=value))


def test_no_number_at_all() -> None:
    for text in ("none", "docket 2024-604"):
        assert not number_rule("How much?", stated_numbers("604"), Answer("answered", text))


@pytest.mark.parametrize(
    ("text", "says_none"),
    [
        ("None", True),
        ("There were none.", True),
        ("There were none then.", False),  # too long to speak of claims without the word
        ("No claims were filed that year.", True),
        ("None of the data is available.", False),
        ("There is no table of claims; see page 5.", False),
        ("No roads were built.", False),
    ],
)
def test_none_in_words_is_zero_of_what_is_asked(text: str, says_none: bool) -> None:
    assert bool(number_rule("How many claims were filed?", stated_numbers("0"), Answer("answered", text))) == says_none


@pytest.mark.parametrize(
    ("text", "value", "final"),
    [
        ("Yes, it is.", "", "yes"),
        ("**No**: it is not", "", "no"),
        ("It is so.", "yes", "yes"),
        ("No, yes", "Yes", "yes"),
        ("It is. Yes", "", "yes"),
        ("Nobody", "", ""),
    ],
)
def test_final_yes_no(text: str, value: str, final: str) -> None:
    assert final_yes_no(Answer("answered", text, value=value)) == final
