from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ragatta.pipeline.machine import sqlite
from ragatta.pipeline.machine.sqlite import is_held, is_shared, keep_whole, opened, wait_for_others

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
    mounts.write_bytes(MOUNTED.encode() + b"46 22 0:40 / /mnt/not-\xff-utf-8 rw - ext4 /dev/vdd rw\n")
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


HOLD = (
    "import sqlite3, sys; d = sqlite3.connect(sys.argv[1], isolation_level=None); d.execute(sys.argv[2]); "
    "print('held', flush=True); sys.stdin.read()"
)


@pytest.fixture
def held() -> Iterator[Callable[[str, Path], subprocess.Popen[str]]]:
    """Starts a process that holds a file by this statement, until its stdin is closed."""
    begun = []

    def start(statement: str, path: Path) -> subprocess.Popen[str]:
        words = [sys.executable, "-c", HOLD, str(path), statement]
        begun.append(subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        assert begun[-1].stdout is not None
        assert begun[-1].stdout.readline() == "held\n"
        return begun[-1]

    yield start
    for each in begun:
        each.communicate()


def test_another_process_s_lock_is_seen_and_waited_for(
    held: Callable[[str, Path], subprocess.Popen[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, told = tmp_path / "a.sqlite", []
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE a (b)")
    assert not is_held(path)
    wait_for_others(path, lambda: pytest.fail("nobody has it"))
    process = held("BEGIN IMMEDIATE", path)
    assert is_held(path)
    monkeypatch.setattr(sqlite, "PATIENCE_S", 0.0)
    monkeypatch.setattr(sqlite, "TRY_S", 0.0)
    with pytest.raises(OSError, match=r"another program has had it locked.*a\.sqlite"):
        wait_for_others(path, lambda: None)
    monkeypatch.setattr(sqlite, "PATIENCE_S", 60.0)

    def waiting() -> None:
        told.append("waits")
        process.communicate()

    wait_for_others(path, waiting)
    assert told == ["waits"]


def test_what_is_no_database_is_held_by_nobody(tmp_path: Path) -> None:
    (tmp_path / "a.sqlite").write_bytes(b"garbage" * 999)
    assert not is_held(tmp_path / "a.sqlite")
    assert not is_held(tmp_path / "nothing")
    assert [path.name for path in tmp_path.iterdir()] == ["a.sqlite"]


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
