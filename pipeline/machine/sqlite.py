"""How a SQLite file that several processes write to keeps its transactions whole, and whether another has it
locked.

A write-ahead log is faster, but all who use it must share memory, so it is for the processes of one machine
(https://www.sqlite.org/wal.html). On a file system that several machines mount, the file keeps a rollback journal: its
locks work there.
"""

from __future__ import annotations

import errno
import os
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

from ragatta.pipeline.machine.files import MODE, whose

PATIENCE_S = 60.0  # for another program that has a file locked
TRY_S = 0.5  # of that, before it is said
TRIES, PAUSE_S = 200, 0.05  # of setting the journal while another process has the file
MOUNTS = Path("/proc/self/mountinfo")  # of Linux; elsewhere every file system counts as local
SHARED = {
    "9p", "afs", "beegfs", "ceph", "cifs", "gfs2", "glusterfs", "gpfs", "lustre", "nfs", "nfs4", "ocfs2", "orangefs",
    "panfs", "pvfs2", "smb3", "smbfs", "virtiofs", "wekafs",
}  # fmt: skip


def opened(path: Path, **options: Any) -> sqlite3.Connection:
    """A connection to the file, with the `options` of sqlite3.connect. SQLite lets its owner alone write a file that it
    makes, and gives its journals the mode of the file; so the file is made here. Raises sqlite3.Error, and OSError."""
    make(path)
    database: sqlite3.Connection = sqlite3.connect(path, **options)
    return database


def make(path: Path) -> None:
    """Makes an empty file, which is an empty database, unless there is one; its mode is that of umask and folder."""
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, MODE))


def not_ours(path: Path) -> str:
    """Which of the files that SQLite writes for this database, or their folder, this user must not write; "" if none
    (whose)."""
    beside = (path.with_name(path.name + ending) for ending in ("", "-wal", "-shm", "-journal"))
    return whose(*(one for one in beside if one.exists()), path.parent)


def keep_whole(database: sqlite3.Connection, path: Path) -> None:
    """Chooses the journal for the file `path`, which `database` has open. A power cut may lose the last transactions,
    never tear one."""
    log = not is_shared(path.parent)
    _set_journal(database, "wal" if log else "delete")
    database.execute(f"PRAGMA synchronous={'NORMAL' if log else 'FULL'}")


def _set_journal(database: sqlite3.Connection, mode: str) -> None:
    """SQLite waits for no other process here, whatever time-out the connection has. A mode that is set stays."""
    for _ in range(TRIES):
        (now,) = database.execute("PRAGMA journal_mode").fetchone()
        if (now.decode() if isinstance(now, bytes) else now) == mode:
            return
        with suppress(sqlite3.OperationalError):
            database.execute(f"PRAGMA journal_mode={mode}")
            return
        time.sleep(PAUSE_S)
    database.execute(f"PRAGMA journal_mode={mode}")


def is_busy(error: Exception) -> bool:
    """Whether SQLite gave up on another process's lock, which says nothing of the file."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def wait_for_others(path: Path, waiting: Callable[[], object]) -> None:
    """Waits until no other process has the file locked for writing; `waiting` is called once where one has. Any other
    fault is left to who reads the file. Raises OSError naming the file after PATIENCE_S."""
    end, said = time.monotonic() + PATIENCE_S, False
    while is_held(path, "IMMEDIATE", TRY_S):
        if time.monotonic() > end:
            held = f"another program has had it locked for {PATIENCE_S:.0f} s"
            raise OSError(errno.EBUSY, f"{held}; end that program, and give the same command again", str(path))
        if not said:
            waiting()
        said = True


def is_held(path: Path, lock: str = "EXCLUSIVE", seconds: float = 0.0) -> bool:
    """Whether other processes keep this one, for so many seconds, from locking the file: from EXCLUSIVE any that reads
    or writes, from IMMEDIATE one that writes."""
    if not path.is_file():
        return False
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", timeout=seconds, uri=True)) as database:
            database.execute(f"BEGIN {lock}")
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        return is_busy(error)
    return False


@cache
def is_shared(folder: Path, mounts: Path = MOUNTS) -> bool:
    """Whether the folder lies on a file system that other machines may mount too."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return False
    above = [str(folder.resolve()), *map(str, folder.resolve().parents)]
    kinds = dict(map(_mount, lines))  # the last of several on one point hides the others
    kind = next((kinds[point] for point in above if point in kinds), "")
    return kind in SHARED or kind.startswith("fuse.")


def _mount(line: str) -> tuple[str, str]:
    """Mount point and kind of file system. See proc_pid_mountinfo(5)."""
    before, _, behind = line.partition(" - ")
    point = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), before.split(" ")[4])
    return point, behind.split(" ")[0]
