from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.machine.checksums import (
    DIGESTS,
    Damaged,
    Note,
    WithDigests,
    check_file,
    keep,
    keep_mark,
    kept,
    mark,
    sealed,
    verified,
    write_with_digests,
)

TEXT = '{"figure": 0.75, "text": "naïve"}\n'


def test_an_object_carries_its_checksum_and_stays_json() -> None:
    data = sealed(TEXT).encode()
    assert verified(data) == data
    told = json.loads(data)
    assert list(told) == ["check", "figure", "text"]
    assert {key: told[key] for key in ("figure", "text")} == json.loads(TEXT)


def test_a_copy_under_another_name_is_damage(tmp_path: Path) -> None:
    keep(tmp_path / "a.json", TEXT)
    keep(tmp_path / "b.json", TEXT.replace("1", "2"))
    (tmp_path / "a.json").replace(tmp_path / "b.json")
    with pytest.warns(Note, match="does not match its checksum"):
        assert kept(tmp_path / "b.json") is None


@given(st.integers(0, 8 * len(sealed(TEXT).encode()) - 1))
def test_every_single_bit_is_seen(bit: int) -> None:
    data = bytearray(sealed(TEXT).encode())
    data[bit // 8] ^= 1 << bit % 8
    with pytest.raises(Damaged):
        verified(bytes(data))


@pytest.mark.parametrize("cut", [0, 1, 9, 27, 28, 40])
def test_a_cut_object_is_seen(cut: int) -> None:
    with pytest.raises(Damaged):
        verified(sealed(TEXT).encode()[:cut])


@pytest.mark.parametrize("text", ["", "[]", "{}", "5"])
def test_what_has_no_members_carries_none(text: str) -> None:
    with pytest.raises(ValueError, match="members"):
        sealed(text)


def test_a_mark_depends_on_where_parts_end() -> None:
    assert mark(b"ab", b"c") != mark(b"a", b"bc") != mark(b"abc")
    assert mark(b"ab", b"c") == mark(b"ab", b"c")


def test_a_damaged_file_counts_as_none_and_is_named(tmp_path: Path) -> None:
    place = tmp_path / "kept.json"
    assert kept(place) is None
    keep(place, TEXT)
    assert json.loads(kept(place) or b"")["figure"] == 0.75
    place.write_bytes(place.read_bytes().replace(b"0.75", b"0.76"))
    with pytest.warns(Note, match=r"kept\.json is damaged \(it does not match its checksum\): made again"):
        assert kept(place) is None


def test_a_file_of_another_form_has_its_checksum_beside_it(tmp_path: Path) -> None:
    place = tmp_path / "a.bin"
    place.write_bytes(b"some bytes")
    with pytest.raises(Damaged, match=r"a\.bin\.check is missing"):
        check_file(place)
    keep_mark(place)
    check_file(place)
    place.write_bytes(b"some bites")
    with pytest.raises(Damaged, match="does not match"):
        check_file(place)


def test_the_files_of_a_folder_are_checked_when_read(tmp_path: Path) -> None:
    write_with_digests(tmp_path, {"a.csv": "x,y\n", "b.txt": "1\n"})
    write_with_digests(tmp_path, {"b.txt": "2\n"})
    assert WithDigests(tmp_path).read("a.csv") == b"x,y\n"
    assert WithDigests(tmp_path).read("b.txt") == b"2\n"
    (tmp_path / "a.csv").write_text("x\n")
    with pytest.raises(Damaged, match="has changed"):
        WithDigests(tmp_path).read("a.csv")
    (tmp_path / DIGESTS).write_text((tmp_path / DIGESTS).read_text().replace("b.txt", "c.txt"))
    with pytest.raises(Damaged):
        WithDigests(tmp_path)
    (tmp_path / DIGESTS).unlink()
    assert WithDigests(tmp_path).digests == {}


def test_files_of_a_twin_take_no_room_and_the_next_ones_leave_them(tmp_path: Path) -> None:
    run, first, later = (tmp_path / name for name in ("run", "first", "later"))
    write_with_digests(run, {"a": "1", "b": "1"}, first)
    write_with_digests(run, {"a": "1", "b": "2"}, later)
    assert [(first / "a").samefile(later / "a"), (run / "b").samefile(later / "b")] == [True, True]
    assert [(place / "b").read_text() for place in (first, later)] == ["1", "2"]
    write_with_digests(run, {"a": "1", "b": "2"}, later)
    assert sorted(path.name for path in later.iterdir()) == ["a", "b", DIGESTS]
    assert [WithDigests(place).read("a") for place in (run, first, later)] == [b"1"] * 3


def test_a_twin_on_a_disk_without_links_is_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    write_with_digests(tmp_path / "run", {"a": "1"}, tmp_path / "twin")
    assert WithDigests(tmp_path / "twin").read("a") == b"1"
    assert not (tmp_path / "run" / "a").samefile(tmp_path / "twin" / "a")


def test_after_a_kill_there_are_no_digests_rather_than_wrong_ones(tmp_path: Path) -> None:
    write_with_digests(tmp_path, {"a": "1"})
    (tmp_path / "b").mkdir()
    with pytest.raises(OSError, match="could not write"):
        write_with_digests(tmp_path, {"a": "2", "b": "a folder stands there"})
    assert not (tmp_path / DIGESTS).exists()
