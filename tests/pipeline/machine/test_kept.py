"""What is kept between processes is what would be made, and is made anew where a file has changed."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from ragatta.pipeline.machine import kept as keeping
from ragatta.pipeline.machine.kept import kept, stamp


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(keeping, "PLACE", tmp_path)
    return tmp_path


def never() -> bytes:
    raise AssertionError("made again")


def test_a_thing_is_made_once(place: Path) -> None:
    assert kept("one", lambda: b"1") == b"1" == kept("one", never)
    assert kept("another", lambda: b"2") == b"2"
    assert len([*place.glob("*/*")]) == 2


def test_nothing_is_kept_or_read_once_files_changed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept("one", lambda: b"1")
    monkeypatch.setattr(keeping, "_stamp", lambda _second: "another")
    assert kept("one", lambda: b"changed") == b"changed"
    assert kept("two", lambda: b"2") == b"2"
    assert len([*place.glob("*/*")]) == 1


def test_what_was_kept_of_former_files_goes(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept("one", lambda: b"1")
    monkeypatch.setattr(keeping, "AT_START", "later")
    monkeypatch.setattr(keeping, "_stamp", lambda _second: "later")
    assert kept("one", lambda: b"new") == b"new" == kept("one", never)
    assert [folder.name.rpartition("-")[2] for folder in place.iterdir()] == ["later"]


@pytest.mark.parametrize("change", [lambda file: file.write_text("x = 2\n"), lambda file: os.utime(file, (1, 1))])
def test_the_stamp_is_of_every_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], object]
) -> None:
    file = tmp_path / "eval" / "deep" / "part.py"
    file.parent.mkdir(parents=True)
    file.write_text("x = 1\n")
    monkeypatch.setattr(keeping, "ROOT", tmp_path)
    before = stamp()
    assert stamp() == before
    change(file)
    assert stamp() != before
    (tmp_path / "eval" / "tests").mkdir()
    now = stamp()
    (tmp_path / "eval" / "tests" / "test_part.py").write_text("")
    assert stamp() == now


def test_a_folder_that_cannot_be_written_is_no_fault(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "file").write_text("")
    monkeypatch.setattr(keeping, "PLACE", place / "file")
    assert [kept("one", lambda: b"1"), kept("one", lambda: b"2")] == [b"1", b"2"]


def test_what_another_user_has_put_there_is_not_read(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept("one", lambda: b"1")
    monkeypatch.setattr(os, "getuid", lambda: os.stat(place).st_uid + 1)
    assert kept("one", lambda: b"mine") == b"mine"
    assert [file.read_bytes()[keeping.MARK :] for file in place.glob("*/*")] == [b"1"]


@pytest.mark.parametrize("damage", [lambda held: held[:-1] + b"X", lambda held: held[:5], lambda _held: b""])
def test_what_is_damaged_is_made_again(place: Path, damage: Callable[[bytes], bytes]) -> None:
    kept("one", lambda: b"first")
    (file,) = place.glob("*/*")
    file.write_bytes(damage(file.read_bytes()))
    assert kept("one", lambda: b"again") == b"again" == kept("one", never)


def test_a_full_folder_begins_anew(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST", 2)
    for name in "abc":
        kept(name, name.encode)
    assert [file.read_bytes()[keeping.MARK :] for file in place.glob("*/*")] == [b"c"]
    (folder,) = place.iterdir()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
