from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from ragatta.pipeline.machine.files import LARGEST, pieces, read_small, unlinked, write_whole


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


@pytest.mark.parametrize("replaced", ["file", "folder"])
def test_a_path_that_became_a_link_is_not_opened(tmp_path: Path, replaced: str) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret/a.txt").write_text("secret")
    path = tmp_path / "docs" / "a.txt"
    path.parent.mkdir()
    path.write_text("open")
    with unlinked(path):
        assert b"".join(pieces(path, LARGEST, links=False)) == b"open"
    path.unlink()
    if replaced == "folder":
        path.parent.rmdir()
    link = path if replaced == "file" else path.parent
    link.symlink_to(tmp_path / "secret" / path.name if replaced == "file" else tmp_path / "secret")
    assert b"".join(pieces(path, LARGEST)) == b"secret"
    with pytest.raises(OSError, match=r"replaced by a link after it was listed: .*a\.txt"):
        b"".join(pieces(path, LARGEST, links=False))
    with pytest.raises(OSError, match="replaced by a link"), unlinked(path):
        pytest.fail("it was opened")


def test_a_path_that_becomes_a_link_while_a_library_opens_it_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("open")
    (tmp_path / "secret.txt").write_text("secret")

    def swap() -> None:
        path.unlink()
        path.symlink_to(tmp_path / "secret.txt")

    with pytest.raises(OSError, match="replaced by a link"), unlinked(path):
        swap()
    path.unlink()
    with pytest.raises(FileNotFoundError, match=r"a\.txt"), unlinked(path):
        pytest.fail("it was opened")
