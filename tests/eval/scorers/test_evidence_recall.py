"""Evidence reached the context, or it did not; what a model made of it plays no part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ragatta.eval.matching.evidence import Corpus, wanted
from ragatta.eval.matching.shown import reached
from ragatta.eval.scorers.evidence_recall import score
from ragatta.pipeline.types import Answer, Chunk, Evidence, Question

Cut = Callable[[str, str], Chunk]
SIMMER = Evidence("book.pdf", (2,), quote="Simmer for 45 minutes at 92 degrees")
COSTS = Evidence("book.pdf", (3,), value="$4.50")


def asked(*evidence: Evidence) -> Question:
    return Question("Q", "How?", "text", "so", evidence=evidence)


def answered(*context: Chunk) -> Answer:
    return Answer("no_information", "", context=context)


def test_the_share_of_evidence(corpus: Corpus, chunk: Cut) -> None:
    soup = chunk("Onion soup.", "serve")
    assert score(asked(SIMMER, COSTS), answered(soup), corpus) == 1 / 2
    assert score(asked(SIMMER, COSTS), answered(soup, chunk("Bake", "$4.50.")), corpus) == 1.0
    assert score(asked(SIMMER), answered(), corpus) == 0.0


def test_a_page_alone_says_nothing_of_words(corpus: Corpus, chunk: Cut) -> None:
    page = Evidence("book.pdf", (2,))
    assert score(asked(page), answered(chunk("Onion soup.", "serve")), corpus) is None
    assert score(asked(page, COSTS), answered(chunk("Bake", "$4.50.")), corpus) == 1.0


def test_a_quote_cut_by_a_border_counts_when_both_sides_are_there(corpus: Corpus, chunk: Cut) -> None:
    left, right = chunk("Onion soup.", "45 min"), chunk("utes", "serve")
    assert score(asked(SIMMER), answered(left), corpus) == 0.0
    assert score(asked(SIMMER), answered(right), corpus) == 0.0
    assert score(asked(SIMMER), answered(right, left), corpus) == 1.0


def test_chunks_that_leave_out_only_space_are_joined(corpus: Corpus, chunk: Cut) -> None:
    left, right = chunk("Onion soup.", "45 minutes"), chunk("at 92", "serve")  # a line break lies between
    assert score(asked(SIMMER), answered(left, right), corpus) == 1.0


def test_chunks_with_a_gap_are_not(corpus: Corpus, chunk: Cut) -> None:
    left, right = chunk("Onion soup.", "Simmer for 4"), chunk("minutes", "serve")
    assert score(asked(SIMMER), answered(left, right), corpus) == 0.0


def test_a_value_is_a_token_of_its_own_on_its_page(corpus: Corpus, chunk: Cut) -> None:
    of_the_soup = Evidence("book.pdf", (2,), value="45")
    assert score(asked(of_the_soup), answered(chunk("Onion soup.", "serve")), corpus) == 1.0
    cut_from_145 = chunk("45 minutes; a", "$4.50.")
    assert cut_from_145.text.startswith("45")
    assert score(asked(of_the_soup), answered(cut_from_145), corpus) == 0.0
    assert score(asked(Evidence("book.pdf", (3,), value="45")), answered(cut_from_145), corpus) == 0.0


def test_the_quote_decides_over_the_value(corpus: Corpus, chunk: Cut) -> None:
    both = replace(COSTS, quote="a loaf costs $4.50")
    assert score(asked(COSTS), answered(chunk("$4.50", ".")), corpus) == 0.0  # "$4." alone
    assert score(asked(COSTS), answered(chunk("$4.50", "50.")), corpus) == 1.0
    assert score(asked(both), answered(chunk("$4.50", "50.")), corpus) == 0.0


def test_a_list_is_judged_by_its_items(corpus: Corpus, chunk: Cut) -> None:
    question = Question("Q", "List", "list", ("Onion Soup", "Rye Bread"), evidence=(Evidence("book.pdf", (1, 3)),))
    assert score(question, answered(chunk("Contents", "Rye")), corpus) == 1 / 2
    assert score(question, answered(chunk("Contents", "3")), corpus) == 1.0
    assert score(question, answered(chunk("Rye bread.", "Bake")), corpus) == 1 / 2  # on the other page
    assert score(question, answered(chunk("Onion soup.", "serve")), corpus) == 0.0  # not a page of the evidence


def test_a_longer_accepted_item_is_no_evidence(corpus: Corpus, chunk: Cut) -> None:
    question = Question("Q", "List", "list", ("Rye", "Onion"), ("Rye Bread",), evidence=(Evidence("book.pdf", (1, 3)),))
    assert score(question, answered(chunk("Contents", "$4.50.")), corpus) == 1 / 2  # "Rye" only within "Rye Bread"


def test_a_list_without_evidence_wants_none(corpus: Corpus, chunk: Cut) -> None:
    question = Question("Q", "List", "list", ("Onion Soup", "Rye Bread"))
    everything = answered(chunk("Contents", "$4.50."))
    assert score(question, everything, corpus) is None
    assert wanted(question, corpus) == []
    assert reached(question, everything, corpus) == []


def test_evidence_that_stands_nowhere_is_not_reached(corpus: Corpus, chunk: Cut) -> None:
    everything = answered(chunk("Contents", "$4.50."))
    assert score(asked(Evidence("book.pdf", (2,), quote="Boil")), everything, corpus) == 0.0
    assert score(asked(Evidence("book.pdf", (9,), quote="Simmer")), everything, corpus) == 0.0
    assert score(asked(Evidence("other.pdf", (1,), quote="Simmer")), everything, corpus) == 0.0


def test_applies_to_questions_with_evidence(corpus: Corpus, chunk: Cut) -> None:
    assert score(asked(), answered(chunk("Contents", "3")), corpus) is None
    assert score(asked(SIMMER), replace(answered(chunk("Contents", "serve")), status="failed"), corpus) == 0.0


def test_a_context_of_other_pages_is_refused(corpus: Corpus, chunk: Cut) -> None:
    soup = chunk("Onion soup.", "serve")
    with pytest.raises(ValueError, match=r"book\.pdf.*same parser"):
        score(asked(SIMMER), answered(replace(soup, text="Onion stew")), corpus)
    with pytest.raises(ValueError, match="same parser"):
        score(asked(SIMMER), answered(replace(soup, text="", char_end=10_000)), corpus)
    assert score(asked(SIMMER), answered(replace(soup, text="")), corpus) == 1.0  # kept as a span alone
