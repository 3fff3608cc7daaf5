"""Where a bundle is written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ragatta.experiments.bundle.archive import TEXTS, Bundle, read_bundle, write_bundle
from ragatta.experiments.faults import Fault

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


def test_a_file_is_replaced_and_a_link_stays(tmp_path: Path) -> None:
    (tmp_path / "old.zip").write_text("old", encoding="utf-8")
    for name, target in (("link", "old.zip"), ("dangling", "new.zip")):
        (tmp_path / name).symlink_to(target)
        write_bundle(BUNDLE, tmp_path / name)
        assert (tmp_path / name).is_symlink()
        assert read_bundle(tmp_path / target) == BUNDLE
