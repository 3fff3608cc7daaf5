"""The notes on a sweep are in the report too."""

from __future__ import annotations

from pathlib import Path

from extensions.report.tests.reported import report
from standins.sweeps import Sweep


def test_what_was_not_asked_is_said(tmp_path: Path) -> None:
    info = {"not_asked": {"compare": 2, "filter": 3}}
    found = report(Sweep(("a",), questions=4, info=info), tmp_path / "s")
    assert any(note.startswith("Not asked of router_planner") for note in found["notes"])


def test_a_script_that_knows_the_answers_is_named(tmp_path: Path) -> None:
    found = report(Sweep(("a", "b"), llm={"name": "scripted"}), tmp_path / "s")
    assert any("a script that knows the gold answers" in note for note in found["notes"])
