"""Numbers of prose in digits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.answers.worded import in_digits


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("six hundred and four dollars", "$604"),
        ("twenty-one", "21"),
        ("one hundred and five thousand two hundred", "105200"),
        ("two, three and four", "2, 3 and 4"),
        ("three point one four", "3.14"),
        ("one and a half hours", "1.5 hours"),
        ("a hundred", "100"),
        ("one of the two rules", "one of the 2 rules"),
        ("there is only one", "there is only 1"),
        ("nineteen eighty", "19 80"),
        ("$1.544M and 2,018mn", "$1.544 million and 2,018 million"),
        ("$ 5.2 bn", "$ 5.2 billion"),
        ("5 m long, 3 b", "5 m long, 3 b"),
        ("(0.133)% and $(729)", "-0.133% and -$729"),
        ("thirty (30) days", "30 (30) days"),
        ("minus 5%", "-5%"),
        ("604 USD", "$604"),
        ("$1.2 billion USD", "$1.2 billion"),
        ("5 euros", "€5"),
    ],
)
def test_by_hand(text: str, digits: str) -> None:
    assert in_digits(text) == digits


@given(st.text(alphabet="abc 0123456789.,", max_size=40).filter(lambda text: not any(c.isalpha() for c in text)))
def test_digits_stay_as_they_are(text: str) -> None:
    assert in_digits(text) == text
