from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from ragatta.pipeline.machine.files import LARGEST, pieces, read_small, unlinked, unwritten, whose, write_whole
from standins.full_disk import counted_writes, full_from


def test_a_file_is_written_whole_and_its_folder_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "file.json"
    write_whole(path, "première\n")
    write_whole(path, "second\n")
    assert path.read_text(encoding="utf-8") == "second\n"
    assert os.listdir(path.parent) == ["file.json"]


@pytest.mark.parametrize("replaced", [False, True])
def test_on_a_full_disk_the_old_file_stands_and_nothing_half_is_left(tmp_path: Path, replaced: bool) -> None:
    path = tmp_path / "file.json"
    write_whole(path, "old\n")

    def write() -> None:
        write_whole(path, "new\n", path.stat() if replaced else None)

    for step in range(1, counted_writes(write) + 1):
        write_whole(path, "old\n")
        with full_from(step), pytest.raises(OSError, match=r"could not write .*json: No space left on device") as said:
            write()
        assert said.value.errno == errno.ENOSPC
        assert path.read_text(encoding="utf-8") == "old\n"
        assert os.listdir(tmp_path) == ["file.json"]


@pytest.mark.parametrize(("umask", "mode"), [(0o002, 0o664), (0o077, 0o600)])
def test_a_new_file_has_the_mode_of_the_umask_and_one_that_is_replaced_keeps_its_own(
    tmp_path: Path, umask: int, mode: int
) -> None:
    path = tmp_path / "file.json"
    before = os.umask(umask)
    try:
        write_whole(path, "a")
        assert path.stat().st_mode & 0o7777 == mode
        path.chmod(0o640)
        write_whole(path, "b", path.stat())
        assert path.stat().st_mode & 0o7777 == 0o640
    finally:
        os.umask(before)


def test_what_must_not_be_written_is_said_with_owner_and_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "file").chmod(0o644)
    assert whose(tmp_path / "file", tmp_path) == ""
    monkeypatch.setattr(os, "access", lambda place, _: place == tmp_path)  # the tests may run as root
    owner, group = (tmp_path / "file").owner(), (tmp_path / "file").group()
    said = (
        f"; {tmp_path}/file belongs to {owner} (group {group}), mode 0644; its owner can let the group write: chmod g+w"
    )
    assert whose(tmp_path / "file", tmp_path).startswith(said)
    (tmp_path / "file").chmod(0o664)
    assert whose(tmp_path / "file").endswith("mode 0664")
    fault = PermissionError(errno.EACCES, "Permission denied")
    monkeypatch.setattr(os, "access", lambda place, _: place != tmp_path)
    assert "could not write" in str(unwritten(tmp_path / "new" / "file", fault))
    assert f"; {tmp_path} belongs to {owner}" in str(unwritten(tmp_path / "new" / "file", fault))


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
    path.mkdir()
    with pytest.raises(IsADirectoryError, match=r"a\.txt"), unlinked(path):
        pytest.fail("it was opened")
