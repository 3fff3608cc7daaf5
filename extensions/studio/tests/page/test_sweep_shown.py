"""Which sweep's answers the studio shows."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from extensions.studio.tests.page.conftest import Started
from ragatta.conf.schema import Dataset
from ragatta.experiments.faults import Fault
from ragatta.extensions.studio.commands import studio
from standins.sweeps import Sweep, edit


def test_it_is_the_newest_over_the_same_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("extensions.studio.commands.studio", "experiments.results.reading"):
        monkeypatch.setattr(f"ragatta.{module}.SWEEPS", tmp_path)
    for name in ("2026-01-01T00-00-00", "2026-01-02T00-00-00", "2026-01-03T00-00-00"):
        Sweep(questions=1).write(tmp_path / name)
    (tmp_path / "2026-01-04T00-00-00").mkdir()  # it was killed before its first run
    (tmp_path / "2026-01-03T00-00-00" / "sweep.json").write_text("{")
    own = Dataset("papers", pdfs="", questions="")
    shown = studio._sweep(own, "latest")
    assert shown
    assert shown.folder.name == "2026-01-02T00-00-00", "the third cannot be read"
    assert studio._sweep(replace(own, pdfs="elsewhere"), "latest") is None
    with pytest.raises(Fault, match="of other documents"):
        studio._sweep(replace(own, pdfs="elsewhere"), "2026-01-01T00-00-00")


def test_one_that_finishes_meanwhile_takes_its_place(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("extensions.studio.commands.studio", "experiments.results.reading"):
        monkeypatch.setattr(f"ragatta.{module}.SWEEPS", tmp_path / "sweeps")
    own, api = Dataset("papers", pdfs="", questions=""), started()
    api.newer = partial(studio._newer, own)
    before = api.call("digest", {})["digest"]
    Sweep(questions=1).write(tmp_path / "sweeps/2026-01-01T00-00-00")
    edit(
        tmp_path / "sweeps/2026-01-01T00-00-00/sweep.json",
        lambda text: text.replace('"finished": true', '"finished": false'),
    )
    assert api.call("digest", {})["digest"] == before, "it goes on"
    Sweep(questions=1).write(tmp_path / "sweeps/2026-01-02T00-00-00")
    after = api.call("digest", {})["digest"]
    assert after == f"{before}2026-01-02T00-00-00" == api.call("state", {})["digest"]
    assert api.call("state", {})["decision"]
    api.newer = partial(studio._newer, replace(own, pdfs="elsewhere"))
    Sweep(questions=1).write(tmp_path / "sweeps/2026-01-03T00-00-00")
    assert api.call("digest", {})["digest"] == after, "it is of other documents"
