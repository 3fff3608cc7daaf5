"""A day is found in the words in which a page prints it."""

from __future__ import annotations

import pytest

from ragatta.eval.matching.places import answer_places, same_day
from ragatta.pipeline.types import Page


def corpus(*texts: str) -> dict[str, tuple[Page, ...]]:
    return {"a.pdf": tuple(Page("a.pdf", number, text) for number, text in enumerate(texts, 1))}


@pytest.mark.parametrize(
    "printed",
    ["February 16, 2000", "16th day of February, 2000", "Feb. 16 2000", "16 February 2000", "2000-02-16", "2/16/2000",
     "16th of February 2000", "February 16th , 2000"],
)  # fmt: skip
def test_the_same_day_is_found_in_other_words(printed: str) -> None:
    pages = corpus("Signed on February 17, 2000.", f"Made as of {printed}\nby and between")
    assert same_day("2/16/00", pages) == [printed]
    assert same_day("16 February 2000", pages) == [printed]
    found = answer_places("2/16/00", pages)
    assert [place.pages for place in found[printed]] == [(2,)]


def test_a_date_over_two_lines_is_one() -> None:
    assert same_day("5/3/2021", corpus("Dated May\n3, 2021.")) == ["May 3, 2021"]


@pytest.mark.parametrize("answer", ["Florida", "2000", "[]/[]/2015", "", "16.2"])
def test_what_is_no_day_is_found_as_it_is_worded(answer: str) -> None:
    pages = corpus("Florida, February 16, 2000")
    assert not same_day(answer, pages)
    assert [*answer_places("Florida", pages)] == ["Florida"]
