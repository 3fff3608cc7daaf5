"""Rules that word a question otherwise."""

from __future__ import annotations

import pytest

from ragatta.extensions.diagnosis.stressing.wordings import keywords, order, synonyms, typos

ASKED = "What is the maximum storage fee for the Harbour Road hall in 2016?"


def test_typing_errors_leave_names_and_figures() -> None:
    found = typos(ASKED)
    assert found != ASKED
    assert "Harbour Road" in found
    assert "2016" in found
    assert typos(ASKED) == found, "the same each time"
    assert typos("What is it?") == "What is it?"


def test_every_typing_error_changes_its_word_alone() -> None:
    for word in ("aaaaa", "bookkeeping", "fees" * 3, "letter", "mississippi"):
        found = typos(word)
        assert found != word
        assert (found[0], found[-1]) == (word[0], word[-1])
        assert abs(len(found) - len(word)) <= 1


@pytest.mark.parametrize(
    ("asked", "found"),
    [(ASKED, "maximum storage fee Harbour Road hall 2016"), ("What is the fee?", "What is the fee?")],
)
def test_keywords_are_what_is_typed_into_a_search_box(asked: str, found: str) -> None:
    assert keywords(asked) == found


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("What was the fee in 2016?", "In 2016, what was the fee?"),
        ("Which role did Ada play at the Old Mill?", "At the Old Mill, which role did Ada play?"),
        ("Seals are replaced when?", "Seals are replaced when?"),
        ("What is the fee?", "What is the fee?"),
        ("In May, what was the fee in 2016?", "In May, what was the fee in 2016?"),
    ],
)
def test_what_stands_behind_the_last_preposition_comes_first(asked: str, found: str) -> None:
    assert order(asked) == found


def test_synonyms_keep_capitals_and_leave_other_languages() -> None:
    assert synonyms("How many types are required?") == "What number of kinds are needed?"
    assert synonyms("How many types?", "de") == "How many types?"
    assert order("Was kostet es in 2016?", "de") == "Was kostet es in 2016?"
    assert keywords("Was kostet die Miete im Hafen?", "de") == "kostet Miete Hafen"
