"""Gold of several seeds stands on the pages that they print. The benchmark checks fifty."""

from __future__ import annotations

from benchmarks.filings_gold import checked


def test_the_gold_of_a_seed_stands_on_its_pages() -> None:
    questions, faults = checked(4242)  # towns with the longest names, whose cells once touched
    assert questions > 500
    assert faults == []
