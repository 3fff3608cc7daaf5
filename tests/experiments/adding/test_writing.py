"""The places that are offered for an answer: rows that speak of the question come first."""

from __future__ import annotations

from ragatta.experiments.adding.draft import NewQuestion
from ragatta.experiments.adding.writing import offered
from ragatta.pipeline.types import Page

PAGE = Page("fleet.pdf", 1, "Notes (1) and (2) apply.\nSection 3 of 1\nLifeboats aboard 1\nRafts aboard 4\n")


def quotes(question: str, expected: str) -> list[str]:
    draft = NewQuestion(question=question, expected=expected, documents=("fleet.pdf",))
    places = offered(draft, "number", {"fleet.pdf": (PAGE,)})
    return [one["evidence"]["quote"] for one in places if one["evidence"]]


def test_a_digit_elsewhere_is_no_place_of_the_answer() -> None:
    assert quotes("How many lifeboats are aboard?", "1") == ["Lifeboats aboard 1"]


def test_all_rows_are_offered_where_none_speaks_of_the_question() -> None:
    assert len(quotes("Combien y en a-t-il ?", "1")) == 3
