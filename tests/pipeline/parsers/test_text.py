from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipeline.parsers._text import clean


def test_what_no_store_takes_is_removed() -> None:
    assert clean("a\x00b") == "ab"
    assert clean("a\ud83dz") == "az"
    assert clean("a\ude00z") == "az"
    assert clean("\ud83d\ude00") == "\U0001f600"


@given(st.text(alphabet=st.characters()))
def test_any_cleaned_text_can_be_encoded(text: str) -> None:
    assert clean(text).encode() is not None
    assert clean(clean(text)) == clean(text)
