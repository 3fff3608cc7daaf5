"""Numbers in words as figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.text.number_words import in_figures


@pytest.mark.parametrize(
    ("words", "figures"),
    [
        ("a half-million-dollar hull", "$500,000 hull"),
        ("half a million dollars", "$500,000"),
        ("three-quarters of a million", "750,000"),
        ("a thousand-dollar excess", "$1,000 excess"),
        ("a 15 thousand limit", "a 15,000 limit"),
        ("seven hundred and fifty thousand dollars", "$750,000"),
        ("between one hundred and two hundred", "between 100 and 200"),
        ("about two and a half miles off", "about 2.5 miles off"),
        ("half a mile off", "0.5 mile off"),
        ("one point one million dollars", "1.1 million dollars"),
        ("a rate of zero point eight five", "a rate of 0.85"),
    ],
)
def test_amounts_in_words_are_written_as_documents_print_them(words: str, figures: str) -> None:
    assert in_figures(words) == figures


@pytest.mark.parametrize(
    "question",
    [
        "two rooms and one bath",
        "half the crew",
        "$1.5 million",
        "figures in thousands",
        "class 9 and ten",
        "at one point two doors were shut",
    ],
)
def test_counts_and_figures_stay(question: str) -> None:
    assert in_figures(question) == question


WORDS = "a half quarter of two hundred thousand and million dollars 3 $5 mile off"


@given(st.lists(st.sampled_from(WORDS.split())))
def test_what_is_in_figures_stays(words: list[str]) -> None:
    once = in_figures(" ".join(words))
    assert in_figures(once) == once
