"""Chunks to a Chroma collection that is named by a hash of everything it is built from (design section "Identity").

A collection is built in a temporary folder, renamed when complete, and checked on opening, so an index with other
parameters is never searched (seed 000, "Limitations"). Its manifest has a checksum and the digests of its sources and
contents. This is the only room that imports Chroma.
"""

from __future__ import annotations

import errno
import hashlib
import json
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np

from ragatta.pipeline import identity, plugins
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.index.collection.building import building, locked
from ragatta.pipeline.index.collection.chroma import OF_TABLES, Damaged, Vectors, read, write
from ragatta.pipeline.index.collection.key import collection_ingredients, collection_name
from ragatta.pipeline.index.cutting import cut
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.settings.indexing import Chunking, Parser
from ragatta.pipeline.storage.checksums import Damaged as Changed
from ragatta.pipeline.storage.checksums import keep, read_kept
from ragatta.pipeline.types import Chunk, Progress

# texts → their vectors, shape (n, d), and how many were embedded now
Embed = Callable[[Sequence[str]], tuple[Vectors, int]]

MANIFEST = "manifest.json"
NOT_THERE = "not there yet"
_fields = attrgetter(*(field.name for field in fields(Chunk) if field.name not in OF_TABLES))


@dataclass(frozen=True, eq=False)
class Collection:
    """The chunks of a corpus, by document and chunk_index, and their vectors: float32, shape (chunks,
    dimensions)."""

    name: str
    key: str
    manifest: Mapping[str, Any]
    chunks: tuple[Chunk, ...]
    vectors: Vectors
    embedded: int = 0  # texts embedded now; 0 where it was opened as it lay
    rebuilt_because: str = ""  # why it was built now; empty where it was not


def collect(
    root: Path,
    corpus: Corpus,
    chunking: Chunking,
    parser: Parser,
    encoder: Encoder,
    embed: Embed,
    progress: Progress | None = None,
) -> Collection:
    """Open the collection of these parameters below `root`, or build it, and say in `rebuilt_because` why.

    Safe in several processes at once: one builds, the others wait and open it. Raises OSError where the
    disk is full (nothing half-built stays) and ValueError where the corpus gives no chunks.
    """
    ingredients = collection_ingredients(corpus, chunking, parser, encoder)
    key = identity.digest(ingredients)
    name = collection_name(chunking, key)
    root.mkdir(parents=True, exist_ok=True)
    with suppress(Damaged):  # looked at again under the lock: another process may be building it right now
        return _open(root / name, key, encoder.dimensions)
    with locked(root, name, progress):
        try:
            return _open(root / name, key, encoder.dimensions)
        except Damaged as damage:
            reason = str(damage)
        made_from = {"ingredients": ingredients, "documents": len(corpus.pages)}
        manifest = {"name": name, "key": key, **made_from}
        with building(root, name) as place:
            chunks = cut(corpus, chunking, encoder.token_spans, lambda texts: embed(texts)[0])
            embedded = _build(place, manifest, chunks, embed, progress)
        try:
            built = _open(root / name, key, encoder.dimensions)
        except Damaged as damage:
            raise OSError(errno.EIO, f"just built, and cannot be opened ({damage})", str(root / name)) from damage
    return replace(built, embedded=embedded, rebuilt_because=reason)


def _build(
    place: Path,
    manifest: Mapping[str, Any],
    chunks: Sequence[Chunk],
    embed: Embed,
    progress: Progress | None,
) -> int:
    """Fill the directory: Chroma's files, then the manifest. Returns how many texts were embedded now."""
    begun = time.perf_counter()
    if not chunks:
        raise ValueError("the corpus gives no chunks: its pages hold no text")
    vectors, embedded = embed([chunk.text for chunk in chunks])
    write(place, manifest["name"], chunks, vectors, progress)
    complete = {
        **manifest,
        "chunks": len(chunks),
        "dimensions": vectors.shape[1],
        "content": _content(chunks, vectors),
        "built": {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "seconds": round(time.perf_counter() - begun, 3),
            "embedded": embedded,
        },
    }
    keep(place / MANIFEST, json.dumps(complete, indent=1, ensure_ascii=False))
    return embedded


def describe(root: Path) -> list[dict[str, Any]]:
    """The manifest of every collection below `root`, by name, with its size on disk in `bytes`; `damaged`
    says why where there is no manifest to be read."""
    places = sorted(place for place in root.glob("*") if place.is_dir() and not place.name.startswith("."))
    found = []
    for place in places:
        try:
            manifest = _read_manifest(place)
        except Damaged as damage:
            manifest = {"name": place.name, "damaged": str(damage)}
        size = sum(file.stat().st_size for file in place.rglob("*") if file.is_file())
        found.append({**manifest, "bytes": size})
    return found


def remove(root: Path, names: Sequence[str]) -> None:
    """Delete collections. Raises ValueError, deleting none, where one of the names is not there."""
    known = [place.name for place in root.glob("*") if place.is_dir() and not place.name.startswith(".")]
    for name in names:
        if name not in known:
            raise ValueError(f"no collection {name!r} in {root}; {plugins.suggestion(name, known)}")
    for name in names:
        with locked(root, name):
            shutil.rmtree(root / name)


def _open(place: Path, key: str, dimensions: int) -> Collection:
    """The collection that lies there. Raises Damaged where it is another, or not whole."""
    manifest = _read_manifest(place)
    if manifest.get("key") != key:
        raise Damaged("it was built with other parameters than its name says")
    if manifest["dimensions"] != dimensions:
        raise Damaged(f"it holds {manifest['dimensions']} dimensions, the embedder gives {dimensions}")
    chunks, vectors = read(place, manifest["name"])
    if len(chunks) != manifest["chunks"]:
        raise Damaged(f"it holds {len(chunks)} chunks, its manifest says {manifest['chunks']}")
    if _content(chunks, vectors) != manifest["content"]:
        raise Damaged("its texts or vectors are not those that were stored")
    return Collection(place.name, key, manifest, tuple(chunks), vectors)


def _content(chunks: Sequence[Chunk], vectors: Vectors) -> str:
    """SHA-256 of what a collection holds: the chunks, field by field, and the vectors' bytes."""
    digest = hashlib.sha256(json.dumps([_content_fields(chunk) for chunk in chunks]).encode())
    digest.update(np.ascontiguousarray(vectors, dtype=np.float32).tobytes())
    return digest.hexdigest()


def _content_fields(chunk: Chunk) -> tuple[Any, ...]:
    """Its fields in order; those of a table only where it has one, so that other content keeps its digest."""
    of_table = tuple(getattr(chunk, name) for name in OF_TABLES)
    return (*_fields(chunk), *of_table) if any(of_table) else _fields(chunk)


def _read_manifest(place: Path) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads(read_kept(place / MANIFEST))
    except FileNotFoundError:
        raise Damaged(NOT_THERE if not place.exists() else f"{MANIFEST} is missing") from None
    except Changed as error:
        raise Damaged(f"{MANIFEST} is damaged: {error}") from error
    del manifest["check"]
    return manifest
