"""The digest of what a collection holds: SHA-256 of its chunks, field by field, as one JSON list, then of the bytes of
its vectors."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragatta.pipeline.types import Chunk

Vectors = NDArray[np.float32]
OF_TABLES = ("original", "table")  # stored of rows of a table alone: prose lies there as it ever did
OPTIONAL = (*OF_TABLES, "note")  # stored where it is not empty
BLOCK = 1 << 20  # bytes of vectors read back at once
_fields = attrgetter(*(field.name for field in fields(Chunk) if field.name not in OPTIONAL))


def content_digest(chunks: Iterable[Chunk], vectors: Vectors) -> str:
    """Of a collection that is in memory."""
    digest = hashlib.sha256(b"[")
    for at, chunk in enumerate(chunks):
        digest.update(_written(chunk, at))
    digest.update(b"]")
    digest.update(np.ascontiguousarray(vectors, dtype=np.float32).data)
    return digest.hexdigest()


class GrowingContent:
    """The same of one that comes batch by batch. The vectors wait in a file for the last chunk."""

    def __init__(self) -> None:
        self.chunks, self.dimensions = 0, 0
        self._digest = hashlib.sha256(b"[")
        self._vectors = tempfile.TemporaryFile()  # noqa: SIM115 - it is needed until `hexdigest`

    def add(self, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        for chunk in chunks:
            self._digest.update(_written(chunk, self.chunks))
            self.chunks += 1
        self.dimensions = vectors.shape[1]
        self._vectors.write(np.ascontiguousarray(vectors, dtype=np.float32).data)

    def hexdigest(self) -> str:
        """Of all that was added; nothing can be added after it."""
        self._digest.update(b"]")
        self._vectors.seek(0)
        while block := self._vectors.read(BLOCK):
            self._digest.update(block)
        self._vectors.close()
        return self._digest.hexdigest()


def _written(chunk: Chunk, before: int) -> bytes:
    """The chunk as an element of the JSON list, behind so many others."""
    return (", " * bool(before) + json.dumps(_content_fields(chunk))).encode()


def _content_fields(chunk: Chunk) -> tuple[Any, ...]:
    """Its fields in order; those of a table, and the note, only where it has one, so that other content keeps its
    digest."""
    of_table = tuple(getattr(chunk, name) for name in OF_TABLES)
    note = ({"note": chunk.note},) if chunk.note else ()
    return (*_fields(chunk), *(of_table if any(of_table) else ()), *note)
