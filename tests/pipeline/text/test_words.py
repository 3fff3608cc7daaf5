"""The one form of words and numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.text.words import terms


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (".85", ("0.85",)),
        ("$.50 or 0.50", ("0.50", "0.50")),
        ("€ 5", ("5",)),
        ("(-5)", ("5",)),
        ("$1,500 and 2 percent", ("1500", "2%")),
        ("750K", ("750", "K")),
        ("v.85", ("85",)),
        ("1.2.3", ("1.2", "3")),
        ("Soups....85", ("soup", "85")),
        ("Soups . . . .85", ("soup", "85")),
        ("The fee. 85 boats", ("fee", "85", "boat")),
        ("c-7 of X200", ("c-7", "x200")),
    ],
)
def test_terms(text: str, found: tuple[str, ...]) -> None:
    assert terms(text) == found


def test_a_letter_is_one_of_reference_where_it_stands() -> None:
    assert "A" not in terms("5 percent of Annex B. A boat")
    assert "B" in terms("5 percent of A. Annex B")
    assert terms("5 percent of A. Annex B") == terms("5% of A. Annex B")


@given(st.lists(st.sampled_from(["5 percent", "of", "Annex", "A", "B.", "boats"])).map(" ".join))
def test_the_percent_sign_and_the_word_are_one(text: str) -> None:
    assert terms(text) == terms(text.replace(" percent", "%"))
