"""Each row is measured, and its exponent is that of what it measures."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.growth_of_cost import Work, exponent, grid, row, works
from ragatta.experiments.composing.overrides import compose_grid


def test_a_row_says_what_a_further_one_costs_and_how_that_grows() -> None:
    linear = row(Work("linear", (10, 100, 1000), lambda size: 2 + size / 100, start=1))
    assert (linear["further_ms"], linear["start"]) == (10.0, "2.01")
    assert linear["exponent"] == pytest.approx(1, abs=0.03)
    assert linear["sizes"] == "10, 100, 1,000"
    assert exponent((10, 100), (1, 100)) == pytest.approx(2)


def test_rows_without_a_process_are_measured(tmp_path: Path) -> None:
    every = dict(works(tmp_path))
    for name in ("best", "summaries", "questions", "router"):
        assert every[name].spend(5) > 0


@pytest.mark.parametrize("points", [1, 10, 30])
def test_a_grid_has_as_many_points_as_asked(points: int) -> None:
    assert len(compose_grid(grid(points))) == points
