"""The vector cache: no text is embedded twice by the same encoder, whichever chunking or variation asks.

One SQLite file, keyed by (digest of the encoder's identity, SHA-256 of the text). Every operation
is a connection and a transaction of its own, so threads and processes may share the file and a killed run
loses at most the batch under way. Each row carries a checksum of itself; one that does not match is made again. Source:
design section "Identity".
"""

from __future__ import annotations

import errno
import hashlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from ragatta.pipeline.index.embedding.encoder import Encoder, Vector
from ragatta.pipeline.machine.checksums import mark, note
from ragatta.pipeline.machine.sqlite import is_busy, keep_whole, not_ours, opened
from ragatta.pipeline.plugins.identity import digest

WRITTEN = 64  # texts embedded between two writes: one or two seconds; a kill costs what was not yet written
LOOKED_UP = 256  # keys asked for at once
WAIT_S = 60.0  # for another process's write to end
SCHEMA = (
    "CREATE TABLE IF NOT EXISTS checked (encoder BLOB NOT NULL, text BLOB NOT NULL, vector BLOB NOT NULL, "
    "mark BLOB NOT NULL, PRIMARY KEY (encoder, text))"
)
Progress = Callable[[int], None]


def embed_cached(
    encoder: Encoder,
    cache: VectorCache,
    texts: Sequence[str],
    progress: Progress | None = None,
) -> tuple[Vector, int]:
    """Vectors of `texts` in order, float32 (n, dimensions), and how many texts were embedded now.

    A text that occurs twice is embedded once. `progress` is called with the number of `texts` that have their vector.
    """
    name = digest(encoder.identity)
    rows: dict[str, list[int]] = {}
    for row, text in enumerate(texts):
        rows.setdefault(text, []).append(row)
    vectors = np.empty((len(texts), encoder.dimensions), np.float32)
    known = cache.get(name, list(rows), encoder.dimensions)
    for text, vector in known.items():
        vectors[rows[text]] = vector
    missing = [text for text in rows if text not in known]
    done = len(texts) - sum(len(rows[text]) for text in missing)
    with ThreadPoolExecutor(1) as writing:  # while the next are embedded
        written: Future[None] | None = None
        for batch in _batches(missing, getattr(encoder, "at_once", WRITTEN)):
            found = encoder.embed(batch, _continued(progress, done))
            if written:
                written.result()
            written = writing.submit(cache.put, name, dict(zip(batch, found, strict=True)))
            for text, vector in zip(batch, found, strict=True):
                vectors[rows[text]] = vector
                done += len(rows[text])
        if written:
            written.result()
    if progress:
        progress(len(texts))
    return vectors, len(missing)


class VectorCache:
    """The cache in the SQLite file `path`, which is made when first written to.

    A damaged file, or one that is not a database, is set aside with a warning, and a new one is created. A full disk is
    an OSError naming the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, encoder: str, texts: Sequence[str], dimensions: int) -> dict[str, Vector]:
        """The `texts` with a stored vector, and the vectors; `encoder` is the digest of its identity."""
        known = self.read(encoder, texts)
        return {text: np.frombuffer(blob, "<f4") for text, blob in known.items() if len(blob) == 4 * dimensions}

    def put(self, encoder: str, vectors: Mapping[str, Vector]) -> None:
        """Writes the vectors of texts to the file. Raises ValueError for a vector that is not finite."""
        if not all(np.isfinite(vector).all() for vector in vectors.values()):
            raise ValueError(
                "the embedder gave numbers that are not finite; delete its files: the next command makes them again"
            )
        self.write(encoder, {text: vector.astype("<f4").tobytes() for text, vector in vectors.items()})

    def read(self, encoder: str, texts: Sequence[str]) -> dict[str, bytes]:
        """The stored rows of `texts`."""
        if not self.path.exists():
            return {}
        keys, name = {_key(text): text for text in texts}, bytes.fromhex(encoder)
        found: dict[str, bytes] = {}
        damaged = 0
        try:
            with self._transaction() as database:
                for batch in _batches(list(keys), LOOKED_UP):
                    marks = ",".join("?" * len(batch))
                    query = f"SELECT text, vector, mark FROM checked WHERE encoder = ? AND text IN ({marks})"
                    for key, blob, checksum in database.execute(query, [name, *batch]):
                        if key in keys and isinstance(blob, bytes) and mark(name, key, blob) == checksum:
                            found[keys[key]] = blob
                        else:
                            damaged += 1
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # damage may stand in SQLite's own words
            self._recover(error)
            return {}
        if damaged:
            note(f"{self.path}: {damaged} vectors do not match their checksums and are made again")
        return found

    def write(self, encoder: str, blobs: Mapping[str, bytes]) -> None:
        """Keep bytes by text. On return they are in the file."""
        name, keyed = bytes.fromhex(encoder), [(_key(text), blob) for text, blob in blobs.items()]
        rows = [(name, key, blob, mark(name, key, blob)) for key, blob in keyed]
        for attempt in (1, 2):
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with self._transaction() as database:
                    database.executemany("INSERT OR REPLACE INTO checked VALUES (?, ?, ?, ?)", rows)
                return
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # damage may stand in SQLite's own words
                if attempt == 2:
                    raise
                self._recover(error)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with closing(opened(self.path, timeout=WAIT_S)) as database:
            database.text_factory = bytes  # damage may make text of a blob: the checksum tells
            keep_whole(database, self.path)
            database.execute(SCHEMA)
            with database:
                yield database

    def _recover(self, error: sqlite3.DatabaseError | UnicodeDecodeError) -> None:
        """Set a damaged file aside; raise OSError for any other failure."""
        usual = sqlite3.SQLITE_CORRUPT if isinstance(error, UnicodeDecodeError) else sqlite3.SQLITE_ERROR
        code = getattr(error, "sqlite_errorcode", usual) & 0xFF  # without the extended part
        if code == sqlite3.SQLITE_FULL:
            say = "no space left for the vector cache; free some and run again, what is done is kept"
            raise OSError(errno.ENOSPC, say, str(self.path)) from error
        if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
            raise OSError(f"{self.path}: the vector cache cannot be used: {error}{not_ours(self.path)}") from error
        if is_busy(error):
            say = f"another process has had the vector cache locked for {WAIT_S:.0f} s; end it, and run again"
            raise OSError(errno.EBUSY, say, str(self.path)) from error
        if code not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise OSError(
                f"{self.path}: the vector cache cannot be used: {error}; move that file away to have it made again"
            ) from error
        aside = self.path.with_name(f"{self.path.name}.broken-{time.time_ns()}")
        note(f"{self.path} is damaged ({error}); kept as {aside.name}, a new one is created")
        for suffix in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):  # another process may set it aside too
                os.replace(f"{self.path}{suffix}", f"{aside}{suffix}")


def _continued(progress: Progress | None, done: int) -> Progress | None:
    """A progress callback that counts from `done` on."""
    return None if progress is None else lambda n: progress(done + n)


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _batches(items: list[Any], size: int) -> Iterator[list[Any]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
