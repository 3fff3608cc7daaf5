from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.text.dot_leaders import shorten


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C-1 Soups.................17", "C-1 Soups ... 17"),
        ("C-1 Soups………..…………………....17", "C-1 Soups ... 17"),
        ("C-1 Soups . . . . . . 17", "C-1 Soups ... 17"),
        ("C-16 Pies.....…….….………,…....32", "C-16 Pies ... 32"),
        ("Name ____________ Date", "Name ___ Date"),
        ("and so on... until 5.5.2", "and so on... until 5.5.2"),
        ("first line....\nnext", "first line ... \nnext"),
    ],
)
def test_only_long_runs_are_shortened(text: str, expected: str) -> None:
    assert shorten(text) == expected


@given(st.text(alphabet="ab 1.…·,_\n\t"))
def test_shortening_twice_is_shortening_once_and_words_stay(text: str) -> None:
    once = shorten(text)
    assert shorten(once) == once
    assert [c for c in once if c in "ab1\n"] == [c for c in text if c in "ab1\n"]
