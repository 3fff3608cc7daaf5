"""Whole lines are added, or none; half a line of a kill is set aside."""

from __future__ import annotations

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ragatta.pipeline.machine.checksums import Note
from ragatta.pipeline.machine.lines import append, append_lines, on_disk, whole_lines
from standins.full_disk import counted_writes, full_from

HALF = '{"id": "b", "what": "ä'.encode()[:-1]  # within a letter


def test_lines_of_several_at_once_are_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "lines"
    with ThreadPoolExecutor(4) as pool:
        [*pool.map(lambda n: append_lines(path, f"{n}\n"), range(40))]
    assert sorted(map(int, path.read_text().splitlines())) == [*range(40)]


def test_a_line_without_its_end_is_ended_first(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text('{"id": "a"}')
    append_lines(path, "ä\n")
    assert path.read_text(encoding="utf-8") == '{"id": "a"}\nä\n'


@pytest.mark.parametrize("before", [None, b"", b'{"id": "a"}\n'])
def test_a_write_that_fails_leaves_the_file_as_it_was(tmp_path: Path, before: bytes | None) -> None:
    def there() -> bytes | None:
        return path.read_bytes() if path.exists() else None

    path = tmp_path / "lines"
    other = tmp_path / "other"
    if before is not None:
        other.write_bytes(before)
    steps = counted_writes(lambda: append_lines(other, '{"id": "b"}\n'))
    assert steps >= 3
    for step in range(1, steps + 1):
        path.unlink(missing_ok=True)
        if before is not None:
            path.write_bytes(before)
        with full_from(step), pytest.raises(OSError, match="lines: No space left on device") as said:
            append_lines(path, '{"id": "b"}\n')
        assert said.value.errno == errno.ENOSPC
        assert there() == before
        append_lines(path, '{"id": "b"}\n')
        assert there() == (before or b"") + b'{"id": "b"}\n'
        assert {one.name for one in tmp_path.iterdir()} == {"lines", "other"}


def test_a_half_line_is_said_and_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b'{"id": "a"}\n' + HALF)
    with pytest.warns(Note, match=r"the last line was cut short and is set aside in lines\.cut"):
        assert whole_lines(path, path.read_bytes()) == b'{"id": "a"}\n'
    assert path.read_bytes() == b'{"id": "a"}\n'
    assert (tmp_path / "lines.cut").read_bytes() == HALF + b"\n"
    path.write_bytes(path.read_bytes() + b"{")
    with pytest.warns(Note, match="is set aside"):
        append_lines(path, '{"id": "c"}\n')
    assert path.read_bytes() == b'{"id": "a"}\n{"id": "c"}\n'
    assert (tmp_path / "lines.cut").read_bytes() == HALF + b"\n{\n"


def test_on_a_full_disk_a_half_line_is_left_out_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(whole := b'{"id": "a"}\n' + HALF)
    with full_from(1), pytest.warns(Note, match=r"is left out \(No space left on device\)"):
        assert whole_lines(path, whole) == b'{"id": "a"}\n'
    assert path.read_bytes() == whole
    assert os.listdir(tmp_path) == ["lines"]


def test_what_is_whole_is_no_half_line(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    for data in (b"", b'{"id": "a"}\n', b'{"id": "a"}', b"half of something else"):
        path.write_bytes(data)
        assert whole_lines(path, data) == data
    assert os.listdir(tmp_path) == ["lines"]


def test_bytes_are_added_with_the_mode_of_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o002)
    try:
        append(tmp_path / "file", b"a")
    finally:
        os.umask(before)
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o664


def test_the_file_and_its_name_in_the_folder_are_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda handle: flushed.append(os.fstat(handle).st_ino))
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"{}")
    on_disk(path)
    assert flushed == [path.stat().st_ino, tmp_path.stat().st_ino]
