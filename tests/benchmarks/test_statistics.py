"""The statistics where the truth is known: nothing claimed where there is no difference, intervals that hold it."""

from __future__ import annotations

import pytest

from benchmarks.statistics import Course, covered, false_claims, found_stated, looked, ranged, sizes, truth


def test_sizes_of_documents() -> None:
    assert sizes(30, 10, "equal").tolist() == [3] * 10
    unequal = sizes(100, 20, "zipf")
    assert unequal.sum() == 100
    assert unequal.min() >= 1
    assert unequal.max() > 25


@pytest.mark.parametrize("kind", ["binary", "mixed"])
def test_the_null_check(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.statistics.FEWER", 30)  # of which 19 and 25 claim something
    # the level is 5%: 10 of 200 on average, and more than 18 in less than 1 of 100 such checks
    by_cluster, alone = false_claims(Course(120, 40, "zipf", 0.6, kind), 200)
    assert by_cluster <= 18 / 200
    assert alone > 0.2, "questions of one document are no independent evidence"


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    mean, difference = covered(Course(100, 20, "zipf", 0.6, "mixed"), truth("mixed"), 300)
    assert 0.9 < mean < 0.99
    assert 0.9 < difference < 0.99


def test_repeated_looks() -> None:
    single, anytime = looked(Course(100, 40, "equal", 0.2, "mixed"), 150)
    assert anytime <= 0.05 < single


def test_the_power_check() -> None:
    found, size = found_stated(Course(60, 30, "equal", 0.2, "mixed"), 60)
    assert found >= 0.75
    assert 0 < size < 1


def test_the_range_of_questions_needed() -> None:
    held, ended, _ = ranged(Course(100, 40, "equal", 0.2, "mixed"), 80)
    assert float(held) >= 0.7
    assert 0 < float(ended) < 1
