"""Numbers of prose in digits."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.answers.worded import in_digits


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
        ("1.250,50 and 3,75 mm", "1250.50 and 3.75 mm"),
        ("12'500 t or 2,50,000 rupees", "12500 t or ₹250000"),
        ("1½ cups, 2 1/2 cups", "1.5 cups, 2.5 cups"),
        ("two dozen eggs in half an hour", "24 eggs in 0.5 hours"),
        ("1 hour and 35 minutes", "95 minutes"),
        ("one third of it, two fifths of it, one half of it", "0.3333 of it, 0.4 of it, 0.5 of it"),
        ("three quarters of it, five eighths of it, a tenth", "0.75 of it, 0.625 of it, 0.1"),
        ("a sixth of it", "0.1667 of it"),
        ("an hour and a half", "1.5 hours"),
        ("19.5V at 3A", "19.5 V at 3 A"),
        ("filter HF-220B", "filter HF-220B"),
        ("version 1.250.000.1, 3.1.2", "version 1.250.000.1, 3.1.2"),
        ("zero and a half hours, zero dozen", "0.5 hours, 0"),
        ("5×10⁻⁻2 and 5×10⁻", "5×10⁻⁻2 and 5×10⁻"),
    ],
)
def test_by_hand(text: str, digits: str) -> None:
    assert in_digits(text) == digits


def test_longer_than_python_reads() -> None:
    long = "9" * 5000
    for text in (f"{long} dozen", f"{long} hours 3 minutes", f"2e{long}", f"{long} and a half"):
        assert in_digits(text)


@given(st.lists(st.decimals(0, 10**9, places=2).map("{:,}".format)))
def test_figures_in_english_notation_stay_as_they_are(figures: list[str]) -> None:
    text = " and ".join(figures)
    assert in_digits(text) == text


@given(st.decimals(0, 10**9, places=2))
def test_a_figure_says_the_same_in_every_notation(figure: Decimal) -> None:
    english = f"{figure:,}"
    german = english.translate(str.maketrans(",.", ".,"))
    swiss = english.replace(",", "'")
    assert {Decimal(in_digits(text).replace(",", "")) for text in (english, german, swiss)} == {figure}
