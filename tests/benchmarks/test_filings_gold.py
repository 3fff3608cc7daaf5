"""Gold of several seeds stands on the pages that they print. The benchmark checks fifty."""

from __future__ import annotations

import pytest

from benchmarks.filings_gold import checked


@pytest.mark.parametrize("seed", [1, 21, 4242])  # 4242: towns with the longest names, whose cells once touched
def test_the_gold_of_a_seed_stands_on_its_pages(seed: int) -> None:
    questions, faults = checked(seed)
    assert questions > 500
    assert faults == []
