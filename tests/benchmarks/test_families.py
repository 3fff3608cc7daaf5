"""The table of families: what each of them tells apart, alone and against the others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.families import METRICS, Pair, differences, families, rows, told
from ragatta.experiments.results.reading import open_sweep
from standins.sweeps import Sweep

BOTH: Pair = ("grid", "score", "a", "b")
ONE: Pair = ("grid", "score", "a", "c")


def test_a_pair_that_one_family_tells_apart_is_its_own() -> None:
    up, down, none = [1.0] * 12, [-1.0] * 12, [0.0] * 12
    found = {BOTH: {"p": up, "q": up, "r": down}, ONE: {"p": up, "q": none, "r": none}}
    told_by = told(found)
    assert told_by == {"p": {BOTH: 1, ONE: 1}, "q": {BOTH: 1}, "r": {BOTH: -1}}
    assert [line.replace(" ", "") for line in rows(found, told_by)][1:] == [
        "|p|12|2|1|1|1|",
        "|q|12|1|0|0|1|",
        "|r|12|1|1|1|1|",
    ]


def test_all_others_together_are_corrected_over_as_many_pairs() -> None:
    pairs: list[Pair] = [("grid", "score", "a", str(number)) for number in range(61)]
    seven = [1.0] * 7 + [0.0] * 33  # p 0.016
    found = {pair: {"p": [0.0] * 40, "q": [0.0] * 40} for pair in pairs} | {BOTH: {"p": [1.0] * 40, "q": seven}}
    assert [line.replace(" ", "") for line in rows(found, told(found))][1:] == ["|p|40|1|1|1|0|", "|q|40|0|0|0|0|"]


def test_two_variations_that_two_grids_have_are_one_pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    labels = {"first": ["a", "b"], "second": ["a", "b", "c"]}
    keys = {"first": {"a": "1", "b": "2"}, "second": {"a": "2", "b": "3", "c": "1"}}
    sweeps = {grid: open_sweep(str(Sweep(own).write(tmp_path / grid))) for grid, own in labels.items()}
    keyed = {}
    for grid, sweep in sweeps.items():
        runs = (replace(run, manifest={**run.manifest, "run_key": keys[grid][run.label]}) for run in sweep.runs)
        keyed[grid] = replace(sweep, runs=tuple(runs))
    monkeypatch.setattr("benchmarks.families.sweep_of", lambda _, grid, *__: keyed[grid])
    monkeypatch.setattr("benchmarks.families.families", lambda _: dict.fromkeys(keyed["first"].questions, "f"))
    found = differences([1, 2], [*labels])
    pairs = {("first", "a", "b"), ("second", "a", "b"), ("second", "b", "c")}  # its a and c are b and a of the first
    assert {*found} == {(grid, metric, one, other) for grid, one, other in pairs for metric in METRICS}
    assert len(found["first", "score", "a", "b"]["f"]) == 2 * len(keyed["first"].questions)


def test_a_plain_question_is_of_those_who_ask_it() -> None:
    of = families(7)
    assert of["EF_1"] == "EF"
    assert of["multi_001"] == "multi"
    assert of["unanswerable_001"] == "by absent"
