from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from ragatta.pipeline.machine.files import LARGEST, read_small, write_whole


def test_a_file_is_written_whole_and_its_folder_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "file.json"
    write_whole(path, "première\n")
    write_whole(path, "second\n")
    assert path.read_text(encoding="utf-8") == "second\n"
    assert os.listdir(path.parent) == ["file.json"]


@pytest.mark.parametrize("step", ["write", "replace"])
def test_on_a_full_disk_the_old_file_stands_and_nothing_half_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "file.json"
    write_whole(path, "old\n")

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    if step == "replace":
        monkeypatch.setattr(os, "replace", full)
    else:
        opened = os.fdopen

        def fdopen(*words: object, **named: object) -> object:
            stream = opened(*words, **named)  # type: ignore[call-overload]
            stream.write = full
            return stream

        monkeypatch.setattr(os, "fdopen", fdopen)
    with pytest.raises(OSError, match=r"could not write .*file\.json: No space left on device") as said:
        write_whole(path, "new\n")
    assert said.value.errno == errno.ENOSPC
    assert path.read_text(encoding="utf-8") == "old\n"
    assert os.listdir(tmp_path) == ["file.json"]


def test_a_file_of_settings_is_a_file_and_small(tmp_path):
    file = tmp_path / "a.yaml"
    file.write_bytes(b"a" * LARGEST)
    assert len(read_small(file)) == LARGEST
    file.write_bytes(b"a" * (LARGEST + 1))
    for path, said in [(file, "larger than 1 MiB"), (Path("/dev/zero"), "not a regular file")]:
        with pytest.raises(OSError, match=said):
            read_small(path)
