"""Content words, as a set."""

from __future__ import annotations

import pytest

from ragatta.eval.matching.keywords import keywords


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The soup is served with the bread.", {"soup", "served", "bread"}),
        ("Not covered", {"not", "covered"}),
        ("$1,000 or 5%", {"1000", "5%"}),
        ("100 percent", {"100%"}),
        ("-5 degrees", {"-5", "degrees"}),
        ("12,500 feet", {"12500", "feet"}),
        ("4.50 for 2-5 days", {"4.5", "2", "5", "days"}),
        ("Form 2024-604", {"form", "2024", "604"}),
        ("It is", {"it", "is"}),
        ("Non-stick / HO3", {"non", "stick", "ho3"}),
        ("...", set()),
    ],
)
def test_keywords(text: str, words: set[str]) -> None:
    assert keywords(text) == words
