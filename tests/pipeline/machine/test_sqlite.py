from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ragatta.pipeline.machine import sqlite
from ragatta.pipeline.machine.sqlite import is_shared, keep_whole, opened

MOUNTED = """\
22 1 253:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
40 22 0:35 / /data rw,relatime shared:2 - nfs4 server:/data rw,vers=4.2
41 40 253:1 / /data/scratch rw,relatime - xfs /dev/vdb rw
42 22 0:36 / /mnt/my\\040share rw,relatime master:3 - cifs //server/share rw
43 22 0:37 / /mnt/remote rw - fuse.sshfs host:/home rw
44 22 0:38 / /mnt/twice rw - ext4 /dev/vdc rw
45 44 0:39 / /mnt/twice rw - lustre mgs:/fs rw
"""


@pytest.mark.parametrize(
    ("folder", "shared"),
    [
        ("/home/me", False),
        ("/data", True),
        ("/data/collections/.cache", True),
        ("/database", False),
        ("/data/scratch/home", False),
        ("/mnt/my share/home", True),
        ("/mnt/remote", True),
        ("/mnt/twice/home", True),
    ],
)
def test_the_innermost_mount_decides(folder: str, shared: bool, tmp_path: Path) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTED)
    assert is_shared(Path(folder), mounts) is shared


def test_where_mounts_are_not_told_a_folder_counts_as_local(tmp_path: Path) -> None:
    assert is_shared(tmp_path, tmp_path / "nothing") is False


@pytest.mark.parametrize(("shared", "journal", "synchronous"), [(False, "wal", 1), (True, "delete", 2)])
def test_a_write_ahead_log_is_for_one_machine(
    shared: bool, journal: str, synchronous: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "is_shared", lambda _: shared)
    database = sqlite3.connect(tmp_path / "a.sqlite")
    keep_whole(database, tmp_path / "a.sqlite")
    assert database.execute("PRAGMA journal_mode").fetchone() == (journal,)
    assert database.execute("PRAGMA synchronous").fetchone() == (synchronous,)
    database.close()


def test_the_file_and_its_log_have_the_mode_of_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o002)
    try:
        with closing(opened(tmp_path / "a.sqlite")) as database:
            database.execute("PRAGMA journal_mode=wal")
            database.execute("CREATE TABLE a (b)")
            modes = {place.name: place.stat().st_mode & 0o777 for place in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(("a.sqlite", "a.sqlite-wal", "a.sqlite-shm"), 0o664)
