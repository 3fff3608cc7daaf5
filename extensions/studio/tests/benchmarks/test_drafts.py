"""Tau-b of two rankings of variations, over the pairs that differ in the first."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from benchmarks.drafts import interval, pairs, recalls_of, tau_b
from ragatta.experiments.results.reading import open_sweep
from standins.sweeps import Sweep

RECALLS = {"a": {"1": 1.0, "2": 1.0}, "b": {"1": 0.5, "2": 0.5}, "c": {"1": 0.5, "2": 0.5}}


@pytest.mark.parametrize(("significant", "expected"), [
    ([("a", "b"), ("a", "c")], 1.0),
    ([("b", "a"), ("a", "c")], 0.0),
    ([("b", "a")], -1.0),
    ([("a", "b"), ("b", "c")], 1 / math.sqrt(2)),  # one of two pairs is a tie of the drafts
])  # fmt: skip
def test_tau_counts_pairs_in_the_same_order(significant: list[tuple[str, str]], expected: float) -> None:
    assert tau_b(RECALLS, significant) == pytest.approx(expected)


def test_tau_of_ties_alone_is_none() -> None:
    assert math.isnan(tau_b(RECALLS, [("b", "c")]))
    assert all(map(math.isnan, interval(RECALLS, [("b", "c")], {})))


def test_without_evidence_no_pair_differs(tmp_path: Path) -> None:
    sweep = open_sweep(str(Sweep("ab", questions=3).write(tmp_path / "s")))
    none: dict[str, dict[str, float]] = {"a": {}, "b": {}}
    assert pairs(none, sweep) == []
    assert math.isnan(tau_b(none, []))


def test_the_interval_shows_how_far_it_hangs_on_a_document() -> None:
    mixed = {"a": {"1": 1.0, "2": 0.0}, "b": {"1": 0.0, "2": 0.9}}
    assert interval(mixed, [("a", "b")], {"1": "x.pdf", "2": "y.pdf"}) == (-1.0, 1.0)
    assert interval(mixed, [("a", "b")], {"1": "x.pdf", "2": "x.pdf"}) == (1.0, 1.0)


def test_pairs_are_those_that_differ_significantly_the_better_first(tmp_path: Path) -> None:
    scores = {(v, f"Q_{q}", 0): float(v == "b" or q % 2) for v in "abc" for q in range(1, 31)}
    sweep = open_sweep(str(Sweep("abc", questions=30, scores=scores).write(tmp_path / "s")))
    recalls = recalls_of(sweep)
    assert recalls["a"]["Q_2"] == 0.0
    assert sorted(pairs(recalls, sweep)) == [("b", "a"), ("b", "c")]
    recalls["c"]["Q_2"] = 1.0
    assert sorted(pairs(recalls, sweep)) == [("b", "a"), ("b", "c")]
    assert sorted(pairs(recalls, sweep, 1.0)) == [("b", "a"), ("b", "c"), ("c", "a")]
