"""The cache of model calls: replies with the tokens and seconds that they took.

One SQLite file: an entry is complete or absent after a kill, and several processes can read and write. See
docs/models.md.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ragatta.pipeline.llm.entries import (
    Failure,
    asked,
    call_key,
    checked,
    completion_of,
    entry_key,
    failed,
    failure_of,
    replied,
)
from ragatta.pipeline.llm.seam import Completion, ModelError, ModelIdentity, ModelUnavailable, Request
from ragatta.pipeline.machine.checksums import Damaged, note, sealed, verified
from ragatta.pipeline.machine.sqlite import is_busy, keep_whole, not_ours, opened

_BUSY_S = 30.0  # how long one process waits for another's write
_FORM = 1
FAST = 1  # zlib's level: a third of the time of its usual one, for a fifth more bytes
_TABLES = (
    "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, form INTEGER, entry BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS models (asked TEXT PRIMARY KEY, entry TEXT NOT NULL)",
)
# What decoding bytes that nobody wrote raises.
_DAMAGE = (zlib.error, ValueError, TypeError, KeyError)


class Replies:
    """Entries by key: who answered, the request, the reply, tokens and seconds. Never contains an API key. `key` is
    the call_key of identity and request, if it is known. Raises OSError, naming the file and the fix, if it cannot be
    read or written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        with self._explained():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = opened(path, timeout=_BUSY_S, check_same_thread=False, isolation_level=None)
            keep_whole(self._db, path)
            self._db.text_factory = lambda data: data.decode(errors="replace")  # the checksum tells damage
            for table in _TABLES:
                self._db.execute(table)

    def get(self, identity: ModelIdentity, request: Request, key: str = "") -> Completion | None:
        """The recorded completion, its seconds those of the live call; None if there is none."""
        entry = self.entry(key or call_key(identity, request))
        return completion_of(entry) if entry and entry["reply"] else None

    def failure(self, identity: ModelIdentity, request: Request, key: str = "") -> Failure | None:
        """The recorded failure of the call, unless it has been answered since."""
        entry = self.entry(key or call_key(identity, request))
        if not entry or entry["reply"]:
            return None
        return failure_of(entry)

    def put(self, identity: ModelIdentity, request: Request, completion: Completion, key: str = "") -> None:
        """Records the completion, in place of an older one."""
        self._put(identity, request, replied(completion), key)

    def put_failure(self, identity: ModelIdentity, request: Request, error: ModelError, seconds: float) -> None:
        """Records that the call failed, unless a reply to it is recorded: a replay of this run is to fail there too."""
        if not isinstance(error, ModelUnavailable) and self.get(identity, request) is None:
            self._put(identity, request, failed(error, seconds))

    def _put(self, identity: ModelIdentity, request: Request, outcome: Mapping[str, Any], key: str = "") -> None:
        entry = {**asked(identity, request), "task": request.task.name, **outcome}
        self.put_entry(key or call_key(identity, request), entry)

    def put_entry(self, key: str, entry: Mapping[str, Any]) -> None:
        """Records a whole entry, in place of an older one."""
        packed = zlib.compress(json.dumps(entry, default=dict).encode("utf-8"), FAST)
        with self._lock, self._explained():
            self._db.execute("INSERT OR REPLACE INTO replies VALUES (?, ?, ?)", (key, _FORM, packed))

    def entry(self, key: str) -> dict[str, Any] | None:
        """The whole entry as JSON values, for inspection and for bundles."""
        with self._lock, self._explained():
            row = self._db.execute("SELECT entry FROM replies WHERE key = ? AND form = ?", (key, _FORM)).fetchone()
        if not row:
            return None
        try:
            entry = checked(json.loads(zlib.decompress(row[0])))  # with a checksum of zlib's own
            if entry_key(entry) != key:
                raise ValueError("it is the entry of another call")
            return entry
        except _DAMAGE as error:
            raise OSError(
                f"model replies in {self.path}: the entry {key} is damaged ({_named(error)}); llm.cache=refresh asks "
                "for it again, or move that file away"
            ) from error

    def models(self) -> dict[str, dict[str, Any]]:
        """Everyone who answered, by what was asked for (pipeline.llm.recorded), as JSON values. A record that does not
        match its checksum counts as none, and a Note says so: whoever answers is recorded again when connected to."""
        with self._lock, self._explained():
            rows = self._db.execute("SELECT asked, entry FROM models ORDER BY asked").fetchall()
        found = {}
        for name, entry in rows:
            try:
                row = json.loads(verified(str(entry).encode()))
            except Damaged as damage:
                note(f"model replies in {self.path}: the record of who answers for {name} is damaged ({damage})")
                continue
            if row["asked"] == name:
                found[name] = row["entry"]
        return found

    def put_model(self, asked: str, entry: Mapping[str, Any]) -> None:
        """Records who answers, in place of an older one."""
        with self._lock, self._explained():
            row = sealed(json.dumps({"asked": asked, "entry": dict(entry)}, sort_keys=True))
            self._db.execute("INSERT OR REPLACE INTO models VALUES (?, ?)", (asked, row))

    def keys(self) -> tuple[str, ...]:
        with self._lock, self._explained():
            return tuple(key for (key,) in self._db.execute("SELECT key FROM replies ORDER BY key"))

    def close(self) -> None:
        with self._lock:
            self._db.close()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:  # full disk, no permission, locked for too long
            fix = "end the program that has it locked" if is_busy(error) else "make room or access there"
            raise OSError(
                f"model replies in {self.path}: {error}; {fix}, or set llm.cache=off{not_ours(self.path)}"
            ) from error
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # damage may stand in SQLite's own words
            raise OSError(f"model replies in {self.path} are not readable: {error}; move that file away") from error


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
