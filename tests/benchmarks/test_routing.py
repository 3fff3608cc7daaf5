"""A router over documents that do not fit a window finds more than shared words do, for no more tokens."""

from __future__ import annotations

from benchmarks.routing import WINDOW, row


def test_of_more_documents_as_many_are_listed_and_found_at_the_same_cost() -> None:
    few, many = row(10, 8), row(2000, 8)
    assert (few["listed"], few["found"], few["fell_back"]) == ("all", 1.0, 0)
    assert int(many["listed"]) < 2000
    assert many["found"] > many["by_words"]
    assert many["fell_back"] == 0
    assert few["tokens"] < many["tokens"] < 2 * WINDOW
