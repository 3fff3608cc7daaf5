"""The replaying cache of model calls: what a model once said, with what it took.

Source: design section 3, "model-call key", and section 4. One SQLite file with a write-ahead log: a whole entry is
there or it is not, whenever a process is killed, and two processes may read and write at once. (One file an entry
would serve too, but a benchmark makes tens of thousands of them.)
"""

from __future__ import annotations

import json
import sqlite3
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pipeline.identity import digest
from pipeline.llm.seam import Completion, ModelIdentity, Request

_BUSY_S = 30.0  # how long one process waits for another's write
_FORM = 1


def call_key(identity: ModelIdentity, request: Request) -> str:
    """Hash of whatever can change the reply; `options.model` enters as the identity it resolves to."""
    return digest(_asked(identity, request))


def _asked(identity: ModelIdentity, request: Request) -> dict[str, Any]:
    options = asdict(request.options)
    del options["model"]
    return {
        "model": asdict(identity),
        "messages": [asdict(message) for message in request.messages],
        "schema": request.schema,
        "tool": request.tool,
        "options": options,
        "sample": request.sample,
    }


class Replies:
    """Entries by key. An entry says who answered, what was asked, the reply, tokens and seconds; never a key.

    Raises OSError, naming the file and the fix, where it cannot be read or written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        with self._explained():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=_BUSY_S, check_same_thread=False, isolation_level=None)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")  # a power cut may lose the last entries, never tear one
            self._db.execute(
                "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, form INTEGER, entry BLOB NOT NULL)"
            )

    def get(self, identity: ModelIdentity, request: Request) -> Completion | None:
        """The recorded completion, its seconds those of the live call; None if there is none."""
        entry = self.entry(call_key(identity, request))
        return Completion(**entry["reply"]) if entry else None

    def put(self, identity: ModelIdentity, request: Request, completion: Completion) -> None:
        """Records the completion, in place of an older one."""
        entry = {**_asked(identity, request), "task": request.task.name, "reply": asdict(completion)}
        packed = zlib.compress(json.dumps(entry, default=dict).encode("utf-8"))
        with self._lock, self._explained():
            self._db.execute(
                "INSERT OR REPLACE INTO replies VALUES (?, ?, ?)", (call_key(identity, request), _FORM, packed)
            )

    def entry(self, key: str) -> dict[str, Any] | None:
        """The whole entry as JSON values, for inspection."""
        with self._lock, self._explained():
            row = self._db.execute("SELECT entry FROM replies WHERE key = ? AND form = ?", (key, _FORM)).fetchone()
        return json.loads(zlib.decompress(row[0])) if row else None

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
            raise OSError(
                f"model replies in {self.path}: {error}; make room or access there, or set llm.cache=off"
            ) from error
        except sqlite3.DatabaseError as error:
            raise OSError(f"model replies in {self.path} are not readable: {error}; move that file away") from error
