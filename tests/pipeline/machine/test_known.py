"""A text is counted once, by this process or another."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.pipeline.machine import kept, known
from ragatta.pipeline.machine.known import Known


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept, "PLACE", tmp_path)
    return tmp_path


def never(_text: str) -> int:
    raise AssertionError("counted again")


def test_a_later_process_knows_what_was_counted() -> None:
    mine = Known("letters", len)
    texts = ["", "a", "b" * 70_000, "\ud800"]  # half a pair, as a PDF may hold
    assert [*map(mine, texts)] == [*map(len, texts)]
    mine.write()
    assert [*map(Known("letters", never), texts)] == [*map(len, texts)]
    assert Known("others", lambda _: 7)("a") == 7


def test_what_others_wrote_meanwhile_is_kept() -> None:
    one, other = Known("letters", len), Known("letters", len)
    one("a")
    other("bb")
    one.write()
    other.write()
    assert [*map(Known("letters", never), ["a", "bb"])] == [1, 2]


def test_many_texts_are_written_before_the_end(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "EACH", 3)
    mine = Known("letters", len)
    for text in "abcd":
        mine(text)
        assert not [*place.glob("*/*")]
    mine("e")
    assert Known("letters", never)("e") == 1


def test_what_is_damaged_is_counted_again(place: Path) -> None:
    mine = Known("letters", len)
    mine("a")
    mine.write()
    (file,) = place.glob("*/*")
    file.write_bytes(file.read_bytes()[:-1] + b"X")
    assert Known("letters", lambda _: 9)("a") == 9
