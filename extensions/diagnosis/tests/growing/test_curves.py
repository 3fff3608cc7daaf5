"""What a sweep over a growing corpus says."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.eval.statistics import Terms
from ragatta.experiments.results.reading import ResultRow, RunResult
from ragatta.extensions.diagnosis.growing.curves import MEMORY, SECONDS, Curves, Grown
from ragatta.extensions.diagnosis.growing.others import Size

SIZES = [Size(times, {}, times * 10, 0, 0) for times in (1, 2, 4, 8)]


def grown(variation: str, size: Size, recall: float, seconds: float) -> Grown:
    rows = tuple(
        ResultRow(
            f"q{n}", 0, {}, {"score": 0.5, "evidence_recall": float(n < 40 * recall)}, "", (),
            {"seconds": seconds, "replayed_seconds": 0.0},
        )
        for n in range(40)
    )  # fmt: skip
    return Grown(variation, size, RunResult(variation, Path(), {}, {}, rows), 100, round(1e6 * size.times))


@pytest.fixture
def curves() -> Curves:
    found = [
        grown(name, size, start - step * math.log2(size.times), 0.1 * size.times)
        for size in SIZES
        for name, start, step in (("fast", 0.9, 0.2), ("flat", 0.6, 0.0))
    ]
    return Curves(found, "evidence_recall", Terms())


def test_the_best_changes_with_the_size(curves: Curves) -> None:
    assert [curves.best(size)[0].variation for size in SIZES] == ["fast", "fast", "flat", "flat"]
    assert curves.best(SIZES[0])[1] == []
    assert curves.best(SIZES[2])[1] == ["fast"]


def without(one: Grown, number: int) -> Grown:
    """The last answers, which are wrong, did not come."""
    gone = {"status": "failed", "failure": "timed_out"}
    rows = [replace(row, answer=gone) if place >= 40 - number else row for place, row in enumerate(one.run.rows)]
    return replace(one, run=replace(one.run, rows=tuple(rows)))


def test_only_the_questions_that_were_answered_at_every_size_count(curves: Curves) -> None:
    first = curves.grown[1]
    lacking = replace(curves, grown=[curves.grown[0], without(first, 2), *curves.grown[2:]])
    counts = [len(lacking.scores(one, "evidence_recall")) for one in lacking.grown]
    assert counts == [38 if one.variation == first.variation else 40 for one in lacking.grown]
    assert lacking.measured(lacking.grown[1], "evidence_recall").mean == pytest.approx(24 / 38)


def test_where_too_many_answers_did_not_come_nothing_is_best_or_forecast(curves: Curves) -> None:
    lacking = replace(curves, grown=[without(one, 20) for one in curves.grown[:2]] + [*curves.grown[2:]])
    assert lacking.best(SIZES[0]) == (None, [])
    assert lacking.at("fast", "evidence_recall", 16) is None
    assert {row["questions"] for row in lacking.rows(16) if row["times"] == 1 and row["metric"] != MEMORY} == {0}


def test_what_is_forecast_goes_on(curves: Curves) -> None:
    ahead = curves.at("fast", "evidence_recall", 16)
    assert ahead
    assert ahead.mean == pytest.approx(0.1, abs=0.01)
    assert ahead.low <= 0.1 <= ahead.high
    seconds, memory = curves.at("fast", SECONDS, 16), curves.at("fast", MEMORY, 16)
    assert seconds
    assert seconds.mean == pytest.approx(1.6)
    assert memory
    assert memory.mean == pytest.approx(16)
    three = replace(curves, grown=curves.grown[:6])
    assert three.at("fast", "evidence_recall", 8)
    assert three.at("fast", SECONDS, 8) is None, "three sizes leave costs wide open"
    assert replace(curves, grown=curves.grown[:4]).at("fast", "evidence_recall", 8) is None


def test_rows_are_measured_then_forecast(curves: Curves) -> None:
    rows = curves.rows(16)
    assert [row["forecast"] for row in rows] == sorted(row["forecast"] for row in rows)
    assert {row["metric"] for row in rows} == {"evidence_recall", "score", SECONDS, MEMORY}
    best = {(row["times"], row["variation"]) for row in rows if row["best"]}
    assert best == {(1, "fast"), (2, "fast"), (4, "flat"), (8, "flat")}
    (seconds,) = [row for row in rows if (row["variation"], row["times"], row["metric"]) == ("flat", 4, SECONDS)]
    assert seconds["mean"] == pytest.approx(0.4)
