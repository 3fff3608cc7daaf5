"""Texts that differ only in typesetting have one form, and offsets lead back to the raw text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.matching.normalise import Normal, key, normalise

ODD = "aB1 -/\u2013\u00ad\ufffe\u200b\n\u201c\ufb01ßeé\u0301İ."
AWKWARD = st.text(alphabet=ODD, max_size=40) | st.text(max_size=40)


@pytest.mark.parametrize(
    ("raw", "form"),
    [
        ("Flour  \n and\tSalt", "flour and salt"),
        ("Wind / Hail", "wind/hail"),
        ("Non - Stick", "non-stick"),
        ("pages 3 – 5", "pages 3-5"),
        ("Non\ufffeStick", "non-stick"),
        ("mix\u00adture", "mixture"),
        ("mix\u00ad\nture", "mixture"),
        ("“Fresh” ‘eggs’", "\"fresh\" 'eggs'"),
        ("ﬁne ﬂour", "fine flour"),
        ("Straße", "strasse"),
        ("zero\u200bwidth", "zerowidth"),
        ("assign\u037e provided", "assign; provided"),
    ],
)
def test_typesetting_is_unified(raw: str, form: str) -> None:
    assert normalise(raw) == form


@pytest.mark.parametrize("raw", ["Salt.", " salt ", "**Salt**", "“Salt”", "Salt…..", "SALT;"])
def test_a_key_has_nothing_at_its_edges(raw: str) -> None:
    assert key(raw) == "salt"


def test_a_letter_and_its_marks_are_one_character() -> None:
    raw = "Die Gro\u0308\u00dfe, 5 m"
    assert normalise(raw) == normalise("Die Größe, 5 m")
    found = Normal(raw)
    at = found.text.index("grösse")
    assert raw[slice(*found.raw_span(at, at + 6))] == "Gro\u0308\u00dfe"
    assert normalise("か\u3099") == "が"


def test_a_superscript_is_not_a_digit_of_its_number() -> None:
    assert normalise("604²") == "604^2" == normalise("604^2")
    assert normalise("10⁻¹²") == "10^-12"


@given(AWKWARD)
def test_normalising_twice_changes_nothing(raw: str) -> None:
    assert normalise(normalise(raw)) == normalise(raw)


@given(AWKWARD)
def test_offsets_lead_back(raw: str) -> None:
    normal = Normal(raw)
    assert normal.text.strip() == normalise(raw)
    if normal.text:
        start, end = normal.raw_span(0, len(normal.text))
        assert normalise(raw[start:end]) == normalise(raw)


def test_the_way_back() -> None:
    normal = Normal("Wind  /  Hail – now")
    assert normal.text == "wind/hail-now"
    assert normal.raw_span(5, 9) == (9, 13)  # "hail" is "Hail"
    assert normal.raw_span(0, 9) == (0, 13)  # "wind/hail" is "Wind  /  Hail"
