"""Chunks and vectors in a Chroma directory of their own, written once and read whole. The only use of Chroma.

Chroma gets the vectors (its own embedding function would download a model), with telemetry off.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragatta.pipeline.types import Chunk, Progress

Vectors = NDArray[np.float32]

# Chroma insists on an approximate index. Search is exact, over the vectors, and never asks it: a quick one.
_QUICK_INDEX = {"hnsw": {"space": "ip", "ef_construction": 8, "max_neighbors": 4}}
_METADATA = [field.name for field in fields(Chunk) if field.name not in ("id", "text")]
OF_TABLES = ("original", "table")  # stored of rows of a table alone: prose lies there as it ever did
CONTENT = ("embedding", "sqlite_")  # the large tables, which Chroma says the damage of
_BATCH = 1000  # chunks; Chroma takes about 5,000, but progress is to be seen


class Damaged(Exception):
    """The folder of a collection's name contains another collection, or a damaged one. The message says why."""


def write(place: Path, name: str, chunks: Sequence[Chunk], vectors: Vectors, progress: Progress | None) -> None:
    """Store chunks and vectors in a new Chroma directory, in the batches that Chroma takes. Raises OSError."""
    from chromadb.errors import ChromaError

    try:
        _write(place, name, chunks, vectors, progress)
    except ChromaError as error:
        raise OSError(errno.EIO, f"Chroma cannot write the collection ({error})", str(place)) from error


def _write(place: Path, name: str, chunks: Sequence[Chunk], vectors: Vectors, progress: Progress | None) -> None:
    with _chroma(place) as client:
        stored = client.create_collection(name, embedding_function=None, configuration=_QUICK_INDEX)
        batch = min(client.get_max_batch_size(), _BATCH)
        for begin in range(0, len(chunks), batch):
            part = chunks[begin : begin + batch]
            stored.add(
                ids=[chunk.id for chunk in part],
                embeddings=vectors[begin : begin + batch],
                documents=[chunk.text for chunk in part],
                metadatas=[_metadata(chunk) for chunk in part],
            )
            if progress:
                progress("storing chunks", begin + len(part), len(chunks))


def _metadata(chunk: Chunk) -> dict[str, Any]:
    return {name: value for name in _METADATA if (value := getattr(chunk, name)) or name not in OF_TABLES}


def read(place: Path, name: str) -> tuple[list[Chunk], Vectors]:
    """All chunks, by document and chunk_index, and their vectors (n, d). Raises Damaged."""
    from chromadb.errors import ChromaError

    try:
        _check_database(place / "chroma.sqlite3")
        with _chroma(place) as client:
            stored = client.get_collection(name, embedding_function=None).get(
                include=["embeddings", "documents", "metadatas"]
            )
        chunks = [
            Chunk(id=id_, text=text, **fields)
            for id_, text, fields in zip(stored["ids"], stored["documents"], stored["metadatas"], strict=True)
        ]
    except (ChromaError, sqlite3.Error, TypeError, ValueError, AttributeError) as error:
        if shutil.disk_usage(place).free == 0:  # Chroma cannot even open without room to write: no damage
            raise OSError(errno.ENOSPC, "no space left, which Chroma needs to open a collection", str(place)) from error
        raise Damaged(f"Chroma cannot read it: {error}") from error
    order = sorted(range(len(chunks)), key=lambda at: (chunks[at].source_file, chunks[at].chunk_index))
    vectors = np.asarray(stored["embeddings"], dtype=np.float32)[order]
    return [chunks[at] for at in order], vectors


def _check_database(file: Path) -> None:
    """Chroma ends the whole process over some kinds of damage, so SQLite looks first."""
    if not file.is_file():
        raise Damaged(f"{file.name} is missing")
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
        (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in tables:  # raises where a name is no UTF-8 any more, over which Chroma panics
            if not name.startswith(CONTENT):
                database.execute(f'SELECT * FROM "{name}"').fetchall()
    if verdict != "ok":
        raise Damaged(f"{file.name} is damaged: {verdict}")


@contextmanager
def _chroma(place: Path) -> Iterator[Any]:
    from chromadb import PersistentClient
    from chromadb.config import Settings
    from chromadb.errors import InternalError

    client: Any = None
    try:
        client = PersistentClient(str(place), Settings(anonymized_telemetry=False))
        yield client
    except BaseException as error:
        if type(error).__module__ == "pyo3_runtime":  # a panic of Chroma's Rust code, which is no Exception
            raise InternalError(f"it panicked: {error}") from error
        raise
    finally:
        if client:
            client.close()
