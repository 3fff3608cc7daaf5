"""Where a quote stands, and what is near one that stands nowhere."""

from __future__ import annotations

from ragatta.eval.evidence import Corpus
from ragatta.eval.places import list_places, nearest, places
from ragatta.pipeline.types import Page


def test_a_quote_is_found_as_scoring_finds_it(corpus: Corpus) -> None:
    (place,) = places("simmer for 45 minutes at 92 degrees", corpus)
    assert (place.file, place.pages) == ("book.pdf", (2,))
    assert "Onion soup. Simmer for 45 minutes at 92 degrees, then serve" in place.passage
    assert places("45", corpus)[0].pages == (2,)  # not within 145
    assert places("Cake", corpus) == []


def test_a_quote_over_two_pages_names_both(corpus: Corpus) -> None:
    (place,) = places("then serve Rye bread", corpus)
    assert place.pages == (2, 3)


def test_every_place_is_named_once(corpus: Corpus) -> None:
    assert [(p.file, p.pages) for p in places("Bread", corpus)] == [
        ("book.pdf", (1,)),
        ("book.pdf", (3,)),
        ("prices.pdf", (1,)),
    ]
    assert [p.file for p in places("$6", {**corpus, "a.pdf": (Page("a.pdf", 1, "6 7 8"),)})] == ["prices.pdf", "a.pdf"]
    assert [p.file for p in places("$4.50", corpus, ["prices.pdf"])] == ["prices.pdf"]
    assert places("Bread", corpus, ["none.pdf"]) == []


def test_a_list_is_found_on_the_fewest_pages(corpus: Corpus) -> None:
    found = list_places(["Onion Soup", "Rye Bread"], [], corpus)
    assert [(place.file, place.pages, count) for place, count in found] == [("book.pdf", (1,), 2)]
    (first, count), *_ = list_places(["Onion Soup", "Rye Bread", "a loaf"], [], corpus)
    assert (first.pages, count) == ((1, 3), 3)
    assert list_places(["Cake"], [], corpus) == []


def test_the_nearest_lines_hold_most_of_the_words(corpus: Corpus) -> None:
    best, *_ = nearest("simmer it for forty minutes at 92 degrees", corpus)
    assert (best.file, best.page) == ("book.pdf", 2)
    assert 0.5 <= best.share < 1
    assert "Simmer for 45 minutes at 92 degrees" in best.text
    assert nearest("quarterly dividends of the holding", corpus) == []
    assert nearest("", corpus) == []
