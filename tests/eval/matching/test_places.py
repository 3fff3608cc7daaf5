"""Where a quote stands, and what is near one that stands nowhere."""

from __future__ import annotations

import pytest

from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.matching.places import answer_places, list_places, nearest, other_forms, places, ranked, searched
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


LEASE = {
    "lease.pdf": (
        Page("lease.pdf", 1, "This lease is made in Florida by and between\nthe owner and the tenant."),
        Page("lease.pdf", 2, "Notices are sent to the office in Florida."),
        Page("lease.pdf", 3, "General terms.\n\nThe lease is governed by the\nlaws of Florida."),
        Page("lease.pdf", 4, "Signed in Florida."),
    ),
    "BoatLoan.pdf": (Page("BoatLoan.pdf", 1, "The loan is governed by the laws of Florida."),),
}


def test_places_are_ranked_by_the_question() -> None:
    found = places("Florida", LEASE)
    assert (found[0].file, found[0].pages) == ("lease.pdf", (1,))
    best, *_ = ranked(found, "Which state has the laws that govern the lease? Florida", LEASE)
    assert (best.file, best.pages, best.line) == ("lease.pdf", (3,), 4)
    named, *_ = ranked(found, "Under the laws of which state is the boat loan? Florida", LEASE)
    assert named.file == "BoatLoan.pdf"
    assert ranked(found, "", LEASE) == found
    assert ranked([], "laws", LEASE) == []


def test_without_words_of_the_page_a_search_finds_it() -> None:
    best, *_ = searched("Which laws govern the lease?", LEASE, ["lease.pdf"])
    assert (best.pages, best.line, best.passage) == ((3,), 3, "The lease is governed by the laws of Florida.")
    assert searched("quarterly dividends", LEASE) == []
    assert [place.pages for place in searched("Which laws govern the loan?", LEASE, ["BoatLoan.pdf"])] == [(1,)]


def test_a_document_that_was_not_read_is_left_out_of_a_search() -> None:
    assert searched("Which laws govern the lease?", LEASE, ["none.pdf"]) == []
    there = searched("Which laws govern the lease?", LEASE, ["lease.pdf"])
    assert searched("Which laws govern the lease?", LEASE, ["none.pdf", "lease.pdf"]) == there != []


@pytest.mark.parametrize(
    ("answer", "printed"),
    [
        ("3%", "a royalty of three (3) percent of sales"),
        ("2.5%", "interest of (2.5%) a month"),
        ("20 years", "a term of twenty (20) years"),
        ("$208,080", "Third Contract Year (2020/21): $ 208,080"),
    ],
)
def test_a_figure_is_found_as_contracts_print_it(answer: str, printed: str) -> None:
    corpus = {"a.pdf": (Page("a.pdf", 1, f"It says {printed}, no more."),)}
    assert [place.file for there in answer_places(answer, corpus).values() for place in there] == ["a.pdf"]
    assert other_forms("twenty") == other_forms("20") == []
