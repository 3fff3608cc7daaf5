"""Where a bundle is written, and the command that an import prints."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from ragatta.conf.schema import Config
from ragatta.experiments.bundle import ImportedBundle
from ragatta.experiments.bundle.archive import TEXTS, Bundle, read_bundle, write_bundle
from ragatta.experiments.command_line.commands import run
from ragatta.experiments.faults import Fault
from ragatta.experiments.records import Records
from ragatta.extensions.bundles.commands import import_

BUNDLE = Bundle("ab" * 32, (), dict.fromkeys(TEXTS, ""))


def test_nothing_but_a_file_is_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "empty").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "to_empty").symlink_to("empty")
    before = {path: path.lstat() for path in tmp_path.iterdir()}
    for path in before:
        with pytest.raises(Fault, match=r"not a file; .* such as --to run\.zip"):
            write_bundle(BUNDLE, path)
    assert {path: path.lstat().st_ino for path in tmp_path.iterdir()} == {p: s.st_ino for p, s in before.items()}


def test_the_place_is_looked_at_before_the_run(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="not a file"):
        run(["export", "--run", "nowhere", "--to", str(tmp_path)])


def test_a_file_is_replaced_and_a_link_stays(tmp_path: Path) -> None:
    (tmp_path / "old.zip").write_text("old", encoding="utf-8")
    for name, target in (("link", "old.zip"), ("dangling", "new.zip")):
        (tmp_path / name).symlink_to(target)
        write_bundle(BUNDLE, tmp_path / name)
        assert (tmp_path / name).is_symlink()
        assert read_bundle(tmp_path / target) == BUNDLE


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
