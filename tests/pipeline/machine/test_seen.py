"""Texts are known to later processes, and never one that was not added."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.pipeline.machine import kept, seen
from ragatta.pipeline.machine.seen import Seen


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept, "PLACE", tmp_path)
    return tmp_path


def test_a_later_process_knows_what_was_added() -> None:
    mine = Seen("calm")
    assert "a" not in mine
    mine.add("a")
    mine.add("\ud800")  # half a pair, as a PDF may hold
    mine.write()
    later = Seen("calm")
    assert "a" in later
    assert "\ud800" in later
    assert "b" not in later
    assert "a" not in Seen("other")


def test_what_others_wrote_meanwhile_is_kept() -> None:
    one, other = Seen("calm"), Seen("calm")
    one.add("a")
    other.add("b")
    one.write()
    other.write()
    assert all(text in Seen("calm") for text in "ab")


def test_many_texts_are_written_before_the_end(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen, "EACH", 3)
    mine = Seen("calm")
    for text in "abcd":
        mine.add(text)
        assert not [*place.glob("*/*")]
    mine.add("e")
    assert "e" in Seen("calm")


def test_what_is_damaged_is_not_known(place: Path) -> None:
    mine = Seen("calm")
    mine.add("a")
    mine.write()
    (file,) = place.glob("*/*")
    file.write_bytes(file.read_bytes()[:-1] + b"X")
    assert "a" not in Seen("calm")
