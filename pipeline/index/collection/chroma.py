"""Chunks and vectors of one Chroma collection, through a client of any kind: written in batches, read page by page.

Chroma is handed vectors, and reports nothing to anyone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import fields
from typing import Any

import numpy as np

from ragatta.pipeline.index.collection.content import OPTIONAL, Vectors
from ragatta.pipeline.types import Chunk

# Search is exact and never asks Chroma's approximate index, but other clients do (docs/outputs.md).
INDEX = {"hnsw": {"space": "ip", "ef_construction": 64, "max_neighbors": 16, "ef_search": 100}}
FIELDS: Any = ["embeddings", "documents", "metadatas"]
PAGE = 1000  # chunks read at once, by id, since an offset is counted anew from the first; Chroma takes 40 KB for each
SHOWN = 60  # characters of a record's id
_METADATA = [field.name for field in fields(Chunk) if field.name not in ("id", "text")]


class Writing:
    """A new collection. Raises ChromaError."""

    def __init__(
        self,
        client: Any,
        name: str,
        parameters: Mapping[str, Any],
        function: Any,
        until_finished: Mapping[str, Any] = {},
    ) -> None:
        """`parameters` become its metadata, with `until_finished` for as long as it is not."""
        self._parameters = dict(parameters)
        self._batch = client.get_max_batch_size()
        # Chroma writes the function into the configuration: a shared one would have that of the first collection.
        self.stored = client.create_collection(
            name, metadata={**parameters, **until_finished}, embedding_function=function, configuration=deepcopy(INDEX)
        )

    def add(self, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        for begin in range(0, len(chunks), self._batch):
            part = chunks[begin : begin + self._batch]
            self.stored.add(
                ids=[chunk.id for chunk in part],
                embeddings=vectors[begin : begin + self._batch],
                documents=[chunk.text for chunk in part],
                metadatas=[_metadata(chunk) for chunk in part],
            )

    def finish(self, manifest: Mapping[str, Any], more: Mapping[str, Any] = {}) -> None:
        """Adds to the metadata what is known in the end, and `more`."""
        known = {name: manifest[name] for name in ("documents", "chunks", "dimensions", "content")}
        self.stored.modify(metadata={**self._parameters, **known, **more})


def _metadata(chunk: Chunk) -> dict[str, Any]:
    return {name: value for name in _METADATA if (value := getattr(chunk, name)) or name not in OPTIONAL}


def read(client: Any, name: str) -> tuple[list[Chunk], Vectors]:
    """All chunks, by document and chunk_index, and their vectors. Raises ChromaError, and TypeError, ValueError or
    AttributeError for what is no chunk."""
    stored = client.get_collection(name, embedding_function=None)
    chunks: list[Chunk] = []
    vectors = np.empty((0, 0), np.float32)
    same: dict[str, str] = {}  # a document's name once, instead of once a chunk
    needed = {*_METADATA} - {*OPTIONAL}
    ids = stored.get(include=[])["ids"]
    for at in range(0, len(ids), PAGE):
        page = stored.get(ids=ids[at : at + PAGE], include=FIELDS)
        found = np.asarray(page["embeddings"], dtype=np.float32)
        if len(page["ids"]) != len(ids[at : at + PAGE]):
            raise ValueError("chunks were deleted while it was read")
        if not chunks:
            vectors = np.empty((len(ids), found.shape[1]), np.float32)
        vectors[len(chunks) : len(chunks) + len(found)] = found
        for id_, text, metadata in zip(page["ids"], page["documents"], page["metadatas"], strict=True):
            if not isinstance(text, str) or not needed <= {*(metadata or ())} <= {*_METADATA}:
                raise ValueError(f"its record {id_[:SHOWN]!r} is none of Ragatta's chunks: another client has added it")
            known = {key: same.setdefault(value, value) for key, value in metadata.items() if isinstance(value, str)}
            chunks.append(Chunk(id=id_, text=text, **{**metadata, **known}))
    order = sorted(range(len(chunks)), key=lambda at: (chunks[at].source_file, chunks[at].chunk_index))
    if order != list(range(len(chunks))):
        chunks, vectors = [chunks[at] for at in order], vectors[order]
    return chunks, vectors


@contextmanager
def opened(connect: Callable[[], Any]) -> Iterator[Any]:
    """The client that `connect` gives, closed in the end. A panic of Chroma's Rust code, which is no Exception, becomes
    an InternalError."""
    from chromadb.errors import InternalError

    client: Any = None
    try:
        client = connect()
        yield client
    except BaseException as error:
        if type(error).__module__ == "pyo3_runtime":
            raise InternalError(f"it panicked: {error}") from error
        raise
    finally:
        if client:
            client.close()
