from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.documents.parsers._text import clean


def test_what_no_store_takes_is_removed() -> None:
    assert clean("a\x00b") == "ab"
    assert clean("a\ud83dz") == "az"
    assert clean("a\ude00z") == "az"
    assert clean("\ud83d\ude00") == "\U0001f600"


def test_control_characters_are_removed_and_line_ends_kept() -> None:
    assert clean("\x1b[2J\x9b31mred\x07\x7f\u009d") == "[2J31mred"
    assert clean("a\tb\r\nc\rd\x0ce\x0bf\x85g\x1dh") == "a\tb\nc\nd\ne\nf\ng\nh"
    assert clean("soft\xadhyphen and\xa0space") == "soft\xadhyphen and\xa0space"


@given(st.text(alphabet=st.characters()))
def test_any_cleaned_text_can_be_encoded(text: str) -> None:
    assert clean(text).encode() is not None
    assert clean(clean(text)) == clean(text)
    assert len(clean(text)) <= len(text)
    assert not [c for c in clean(text) if unicodedata.category(c) in ("Cc", "Cs") and c not in "\n\t"]
