"""What a stage took: its own seconds and its own peak."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ragatta.experiments.resources import stage_costs
from ragatta.experiments.resources.stage_costs import Measured

MIB = 1 << 20


def test_stages_have_seconds_and_peaks_of_their_own() -> None:
    measured = Measured()
    with measured.stage("index"):
        held = bytearray(120 * MIB)
        held[::4096] = b"x" * len(held[::4096])
        del held
    with measured.stage("ask"):
        time.sleep(0.05)
    index, ask = measured.stages()
    assert (index["name"], ask["name"]) == ("index", "ask")
    assert ask["wall_s"] >= 0.05
    assert ask["cpu_s"] < 0.05, "sleeping takes no processor"
    if index["peak_of"] == "stage":
        assert index["peak_mb"] > ask["peak_mb"] + 100


def test_a_stage_holds_the_peak_of_the_one_within_and_adds_up_when_entered_again() -> None:
    measured = Measured()
    with measured.stage("outer"):
        with measured.stage("inner"):
            bytearray(60 * MIB)[::4096] = b"x" * (60 * 256)
        time.sleep(0.02)
    with measured.stage("outer"):
        time.sleep(0.02)
    outer, inner = measured.stages()
    assert outer["peak_mb"] >= inner["peak_mb"] > 0
    assert outer["wall_s"] >= 0.04


def test_a_part_has_what_was_spent_within_it() -> None:
    measured = Measured()
    with measured.stage("index"):
        pass
    with measured.part() as first, measured.stage("ask"):
        time.sleep(0.03)
    with measured.part() as second:
        with measured.stage("ask"):
            time.sleep(0.01)
        with measured.stage("score"):
            pass
    assert [stage["name"] for stage in measured.stages()] == ["index", "ask", "score"]
    assert [stage["name"] for stage in first()] == ["ask"]
    assert [stage["name"] for stage in second()] == ["ask", "score"]
    assert second()[0]["wall_s"] < first()[0]["wall_s"] < measured.stages()[1]["wall_s"]
    assert all(stage["peak_mb"] > 1 for stage in (*first(), *second()))


def test_a_stage_that_raises_is_measured() -> None:
    measured = Measured()
    with pytest.raises(KeyError), measured.stage("ask"):
        raise KeyError
    assert [stage["name"] for stage in measured.stages()] == ["ask"]


def test_where_the_peak_cannot_be_reset_it_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(stage_costs, "_CLEAR", tmp_path / "none" / "clear_refs")
    monkeypatch.setattr(stage_costs, "_STATUS", tmp_path / "status")
    measured = Measured()
    with measured.stage("ask"):
        pass
    (ask,) = measured.stages()
    assert ask["peak_of"] == "process"
    assert ask["peak_mb"] > 1
