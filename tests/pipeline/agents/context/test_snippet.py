"""A snippet is a stretch of the text, no longer than asked for, where the query's words stand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.agents.context.snippet import CUT, snippet

TEXT = "Filler words go on and on here. " * 10 + "The brass pump costs $120 today. " + "More filler goes on. " * 10


def test_it_stands_where_the_words_are() -> None:
    shown = snippet(TEXT, "What does the brass pump cost?", 80)
    assert "brass pump costs $120" in shown
    assert shown.startswith(CUT)
    assert shown.endswith(CUT)


def test_a_short_text_is_shown_whole() -> None:
    assert snippet("The pump.", "hose", 80) == "The pump."


def test_without_any_word_it_begins_at_the_beginning() -> None:
    assert snippet(TEXT, "zebra", 40).startswith("Filler words")


@given(st.text(max_size=300), st.text(max_size=30), st.integers(1, 200))
def test_it_is_a_stretch_of_the_text(text: str, query: str, characters: int) -> None:
    shown = snippet(text, query, characters)
    body = shown if shown == text else shown.removeprefix(CUT).removesuffix(CUT)
    assert len(body) <= max(characters, len(text) if shown == text else 0)
    assert body in text
