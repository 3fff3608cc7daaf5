"""Chunks to a Chroma collection that is named by a hash of everything it is built from (docs/design.md, "Identity").

A collection is built under a temporary name, renamed when complete, and checked on opening, so an index with other
parameters is never searched. Its manifest has a checksum and the digests of its sources and contents. This is the only
room that imports Chroma.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import accumulate, islice
from typing import Any

from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.index.chunker import Chunker
from ragatta.pipeline.index.collection.content import GrowingContent, Vectors, content_digest
from ragatta.pipeline.index.collection.key import collection_ingredients, collection_name, parameters
from ragatta.pipeline.index.collection.places import Building, Damaged, Store
from ragatta.pipeline.index.cutting import cut
from ragatta.pipeline.index.embedder import Embedder
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.notes import Notes
from ragatta.pipeline.index.unseen import Unseen
from ragatta.pipeline.machine.clock import running_time
from ragatta.pipeline.plugins import identity
from ragatta.pipeline.types import Chunk, Progress

# texts → their vectors, shape (n, d), and how many were embedded now
Embed = Callable[[Sequence[str]], tuple[Vectors, int]]

BATCH = 512  # chunks that are embedded and stored together


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


def collect(  # noqa: PLR0913 - each is an ingredient of its own
    store: Store,
    corpus: Corpus,
    chunking: Chunker,
    parser: Parser,
    encoder: Encoder,
    embed: Embed,
    progress: Progress | None = None,
    embedder: Embedder | None = None,
    notes: Notes | None = None,
) -> Collection:
    """Open the collection of these parameters in `store`, or build it, and say in `rebuilt_because` why.

    With `embedder`, the settings that open `encoder`, other programs can query it by text (text_queries.py). With
    `notes`, chunks are embedded together with their notes; raises what these raise. Safe in
    several processes at once: one builds, the others wait and open it. Raises OSError where the disk is full (nothing
    half-built stays) and ValueError where the corpus gives no chunks.
    """
    ingredients = collection_ingredients(corpus, chunking, parser, encoder, notes)
    key = identity.digest(ingredients)
    name = collection_name(chunking, key)
    with suppress(Damaged):  # looked at again under the lock: another process may be building it right now
        return _open(store, name, key, encoder.dimensions)
    with store.locked(name, progress):
        try:
            return _open(store, name, key, encoder.dimensions)
        except Damaged as damage:
            reason = str(damage)
        manifest = {"name": name, "key": key, "ingredients": ingredients, "documents": len(corpus.pages)}
        with store.building(name, parameters(key, ingredients), _function(embedder, encoder)) as building:
            what = f"embedding {chunking.name} {chunking.chunk_size}/{chunking.chunk_overlap}"
            pages_done = _Pages(corpus, what, progress)
            chunks = cut_one_by_one(corpus, chunking, encoder, embed)
            noted, unseen = notes.put_on(chunks) if notes else chunks, Unseen(encoder)
            embedded = _build(building, manifest, noted, embed, unseen, pages_done)
        try:
            built = _open(store, name, key, encoder.dimensions)
        except Damaged as damage:
            message = f"just built, and cannot be opened ({damage})"
            raise OSError(errno.EIO, message, store.where(name)) from damage
    return replace(built, embedded=embedded, rebuilt_because=reason)


class _Pages:
    """Tells progress in pages, by the last chunk that is done."""

    def __init__(self, corpus: Corpus, what: str, progress: Progress | None) -> None:
        counts = {name: len(corpus.pages[name]) for name in sorted(corpus.pages)}
        self._before = dict(zip(counts, accumulate(counts.values(), initial=0), strict=False))
        self._total, self._what, self._progress = sum(counts.values()), what, progress

    def __call__(self, last: Chunk) -> None:
        if self._progress:
            self._progress(self._what, self._before[last.source_file] + last.last_page, self._total)


def cut_one_by_one(corpus: Corpus, chunking: Chunker, encoder: Encoder, embed: Embed) -> Iterator[Chunk]:
    """As `cut`, with one document at a time in memory."""
    for name in sorted(corpus.pages):
        alone = replace(corpus, pages={name: corpus.pages[name]})
        yield from cut(alone, chunking, encoder.token_spans, lambda texts: embed(texts)[0])


def embed_chunks(corpus: Corpus, chunking: Chunker, encoder: Encoder, embed: Embed) -> int:
    """Embeds the chunks and stores none, so that `embed` remembers them. Returns how many texts were embedded now."""
    chunks, embedded = cut_one_by_one(corpus, chunking, encoder, embed), 0
    while batch := [chunk.searched for chunk in islice(chunks, BATCH)]:
        embedded += embed(batch)[1]
    return embedded


def _build(
    building: Building,
    manifest: Mapping[str, Any],
    chunks: Iterator[Chunk],
    embed: Embed,
    unseen: Unseen,
    pages_done: Callable[[Chunk], None],
) -> int:
    """Fill it batch by batch, then complete it. Returns how many texts were embedded now. While a batch is stored and
    counted the next one is cut and embedded; no more than these two are in memory."""
    begun, content, embedded = running_time(), GrowingContent(), 0

    def store(batch: Sequence[Chunk], vectors: Vectors) -> None:
        building.add(batch, vectors)
        content.add(batch, vectors)
        unseen.add(batch)

    with ThreadPoolExecutor(1) as storing:
        stored: Future[None] | None = None
        while batch := list(islice(chunks, BATCH)):
            vectors, now = embed([chunk.searched for chunk in batch])
            if stored:
                stored.result()
            stored = storing.submit(store, batch, vectors)
            embedded += now
            pages_done(batch[-1])
    if stored:
        stored.result()
    if not content.chunks:
        raise ValueError("the corpus gives no chunks: its pages hold no text")
    complete = {
        **manifest,
        "chunks": content.chunks,
        "dimensions": content.dimensions,
        "tokens_unseen": unseen.share,
        "content": content.hexdigest(),
        "built": {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "seconds": round(running_time() - begun, 3),
            "embedded": embedded,
        },
    }
    building.finish(complete)
    return embedded


def _function(embedder: Embedder | None, encoder: Encoder) -> Any:
    """What embeds a text query in Chroma."""
    if embedder is None:
        return None
    from ragatta.pipeline.index.collection.text_queries import embedding_function  # imports Chroma

    return embedding_function(embedder, encoder)


def _open(store: Store, name: str, key: str, dimensions: int) -> Collection:
    """The collection that lies there. Raises Damaged where it is another, or not whole."""
    manifest = store.manifest(name)
    if manifest.get("key") != key:
        raise Damaged("it was built with parameters other than those of its name")
    if manifest["dimensions"] != dimensions:
        raise Damaged(f"it holds {manifest['dimensions']} dimensions, the embedder gives {dimensions}")
    chunks, vectors = store.read(name)
    if len(chunks) != manifest["chunks"]:
        raise Damaged(f"it holds {len(chunks)} chunks, its manifest says {manifest['chunks']}")
    if content_digest(chunks, vectors) != manifest["content"]:
        raise Damaged("its texts or vectors have changed since they were stored")
    return Collection(name, key, manifest, tuple(chunks), vectors)
