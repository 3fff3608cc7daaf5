"""The report tells the kinds of questions apart."""

from __future__ import annotations

from ragatta.experiments.results.reading import SweepResult
from ragatta.extensions.report.figures import variations
from tests.experiments.results.test_kinds import N, sweep

__all__ = ["sweep"]


def test_the_report_has_the_mean_and_the_comparison_of_each_kind(sweep: SweepResult) -> None:
    base, better, _ = variations(sweep)
    assert better["kinds"]["multi"]["mean"] == 1.0
    assert better["kinds"]["multi"]["comparison"]["words"] == "better"
    assert base["kinds"]["filter"] == {"mean": 0.0, "questions": N // 2, "comparison": None}
