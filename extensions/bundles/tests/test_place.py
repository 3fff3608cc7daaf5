"""Where a bundle is written, and the command that an import prints."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from ragatta.conf.schema import Config
from ragatta.experiments.bundle import ImportedBundle
from ragatta.experiments.command_line.commands import run
from ragatta.experiments.faults import Fault
from ragatta.experiments.on_record.places import Records
from ragatta.extensions.bundles.commands import import_


def test_the_place_is_looked_at_before_the_run(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="not a file"):
        run(["export", "--run", "nowhere", "--to", str(tmp_path)])


def test_the_command_that_import_prints_finds_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "a place's"
    folder = home / "outputs/runs/abc"
    folder.mkdir(parents=True)
    monkeypatch.setattr(import_, "HOME", home)
    brought = ImportedBundle("ab" * 32, folder, Config(), {}, 0, 0, 0, 0, Records(home), {})
    for place, wanted in ((home, "outputs/runs/abc/config.yaml"), (tmp_path, f"{folder}/config.yaml")):
        monkeypatch.chdir(place)
        replay, check = import_._imported(brought)[1:3]
        assert shlex.split(replay.removeprefix("replay it:")) == ["ragatta", "run", "--config", wanted]
        run = wanted.removesuffix("/config.yaml")
        assert shlex.split(check.removeprefix("or check it:")) == ["ragatta", "reproduce", "--run", run]
