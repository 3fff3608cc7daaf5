"""The statistics where the truth is known: no difference claimed where there is none, a stated size found."""

from __future__ import annotations

from statistics import mean

import pytest

import eval.statistics.bootstrap
from benchmarks.statistics import KINDS, coverage, false_claims, found_differences


@pytest.fixture
def no_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Claims rest on the permutation test: what the intervals take is saved."""
    monkeypatch.setattr(eval.statistics.bootstrap, "RESAMPLES", 10)


@pytest.mark.usefixtures("no_intervals")
@pytest.mark.parametrize("kind", ["mixed", "steady"])
def test_the_null_check(kind: str) -> None:
    # the level is 5%: 10 of 200 on average, and more than 18 in less than 1 of 100 such checks
    assert false_claims(kind, 40, 200) <= 18


@pytest.mark.usefixtures("no_intervals")
@pytest.mark.parametrize("kind", KINDS)
def test_the_power_check(kind: str) -> None:
    found, sizes = found_differences(kind, 60, 60)
    assert len(found) > 30, "60 questions are enough to state a size, mostly"
    assert mean(found) >= 0.8
    assert 0 < min(sizes) <= max(sizes) < 1


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    percentile, _, ours = coverage("smooth", 10, 400)
    assert ours > percentile
    assert 0.92 < ours < 0.985
