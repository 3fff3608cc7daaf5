"""The index over the documents: encoder, chunks, collections, BM25 and reranker."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

import numpy as np

from ragatta.experiments.fetch_model import fetched
from ragatta.experiments.paths import COLLECTIONS, MODELS, TOKEN_VECTORS, VECTORS
from ragatta.experiments.progress.time_left import TimeLeft
from ragatta.experiments.resources.chunk_notes import ChunkNotes
from ragatta.experiments.resources.documents import Documents
from ragatta.experiments.resources.once import Once
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.index.chunker import Chunker
from ragatta.pipeline.index.collection import (
    NOT_THERE,
    Collection,
    Folders,
    Store,
    collect,
    collection_ingredients,
    cut_one_by_one,
    embed_chunks,
    open_store,
)
from ragatta.pipeline.index.embedder import Embedder
from ragatta.pipeline.index.embedders.minilm import MiniLM
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.kept_queries import KeptQueries
from ragatta.pipeline.index.embedding.opened import open_embedder, opening
from ragatta.pipeline.index.embedding.vector_cache import VectorCache, embed_cached
from ragatta.pipeline.index.notes import Notes
from ragatta.pipeline.index.unseen import Unseen
from ragatta.pipeline.llm.json_server import JsonServer
from ragatta.pipeline.llm.meter import Meter
from ragatta.pipeline.llm.model_server import ModelServer
from ragatta.pipeline.machine.known import Known
from ragatta.pipeline.plugins.checks import plain
from ragatta.pipeline.plugins.identity import digest
from ragatta.pipeline.retrieval import analyser
from ragatta.pipeline.retrieval.bm25 import Bm25
from ragatta.pipeline.retrieval.reranker import OpenedReranker
from ragatta.pipeline.retrieval.retriever import Retriever
from ragatta.pipeline.retrieval.unsearched import Unsearched
from ragatta.pipeline.types import Chunk, Progress

# The progress of a collection that is built. Its batches take half a minute each, so between two of them the letters
# that have been embedded say how far it is.


class Embedded:
    """Tells `progress` in pages, and `left` in letters of the pages. It is the progress of `collect` itself."""

    def __init__(self, corpus: Corpus, chunking: Chunker, progress: Progress, left: TimeLeft) -> None:
        pages = [page for document in corpus.pages.values() for page in document]
        self._what = f"embedding {chunking.name} {chunking.chunk_size}/{chunking.chunk_overlap}"
        self._pages, self._letters = len(pages), sum(len(page.text) for page in pages)
        cut = chunking.chunk_size
        twice = cut / (cut - chunking.chunk_overlap) if cut > chunking.chunk_overlap else 1.0
        self._to_embed = max(1.0, self._letters * twice)  # chunks overlap
        self._embedded = 0
        self._progress, self._left = progress, left
        self._shown = self._counted = 0.0  # as shares of the whole

    def __call__(self, what: str, done: int, total: int) -> None:
        if what == self._what and total:
            self._tell(done / total)
        else:
            self._progress(what, done, total)

    def within(self, texts: Sequence[str], done: int) -> None:
        """So many of the texts have their vectors."""
        letters = self._embedded + sum(map(len, texts[:done]))
        self._tell(min(letters / self._to_embed, 1.0))

    def finished(self, texts: Sequence[str]) -> None:
        """All of them have."""
        self._embedded += sum(map(len, texts))

    def _tell(self, share: float) -> None:
        if share > self._counted:
            self._left.indexed((share - self._counted) * self._letters)
            self._counted = share
        self._progress(self._what, int(self._counted * self._pages), self._pages)


class Index:
    """What is searched. Each part is made at first use, so a sweep whose answers are all in the journal opens no
    collection. Raises the errors of the rooms that it calls."""

    def __init__(
        self,
        documents: Documents,
        meter: Meter | None = None,
        notes: ChunkNotes | None = None,
        left: TimeLeft | None = None,
    ) -> None:
        """`meter` counts the calls of embedders and rerankers that are servers; `notes` are for contextual chunks;
        `left` is told what is indexed."""
        self._documents, self._meter, self._notes, self._left = documents, meter or Meter(), notes, left or TimeLeft()
        self._once = Once()
        self._charged: set[str] = set()  # collections whose embedding a run has been charged with

    def encoder(self, embedder: Embedder) -> Encoder:
        if isinstance(embedder, MiniLM) and not embedder.model_path:
            self._once("weights", [], fetched)
        may_use = opening(MODELS, VectorCache(VECTORS), self._meter)
        return self._once("encoder", plain(embedder), lambda: KeptQueries(open_embedder(embedder, may_use)))

    def embedded_once(self, embedder: Embedder, texts: Sequence[str]) -> np.ndarray:
        """The unit vectors (texts, dimensions) of texts that every question needs, such as summaries."""
        parts = [plain(embedder), digest(list(texts))]
        return self._once("vectors", parts, lambda: self.encoder(embedder).embed(texts))

    def token_counter(self, embedder: Embedder) -> Callable[[str], int]:
        """Counts a text's tokens, and remembers them: the same chunks are counted for question after question."""
        encoder = self.encoder(embedder)
        known = Known(f"tokens {digest(encoder.identity)}", encoder.count_tokens)
        return self._once("token counts", plain(embedder), lambda: lru_cache(maxsize=100_000)(known))

    def collection(self, settings: Pipeline) -> Collection:
        """The collection of these settings, built where it is not there."""
        return self._once("collection", _parts(settings), lambda: self._collected(settings))

    def needed(self, settings: Pipeline) -> list[Collection]:
        """The same; none for an architecture that searches none."""
        return [self.collection(settings)] if settings.architecture.searches() else []

    def _collected(self, settings: Pipeline) -> Collection:
        parser, chunking, embedder = settings.parser, settings.chunking, settings.embedder
        documents, encoder, cache = self._documents, self.encoder(embedder), VectorCache(VECTORS)
        corpus, store = documents.to_cut(parser, chunking), self.store(settings)

        embedded = Embedded(corpus, chunking, documents.progress, self._left)

        def embed(texts: Sequence[str]) -> tuple[np.ndarray, int]:
            found = embed_cached(encoder, cache, texts, lambda done: embedded.within(texts, done))
            embedded.finished(texts)
            return found

        with documents.measured.stage("index"), self._left.index():
            made = collect(
                store, corpus, chunking, parser, encoder, embed, embedded, embedder, self._of_chunks(settings)
            )
        if made.rebuilt_because not in ("", NOT_THERE):
            documents.progress(f"note: {made.name} was built again: {made.rebuilt_because}", 1, 1)
        return made

    def is_there(self, settings: Pipeline) -> bool:
        """Whether the collection is built; where there is none at all, no embedder is opened for it."""
        return bool(self.store(settings).describe()) and self._manifest(settings) is not None

    def held(self, settings: Pipeline) -> int:
        """The bytes that a search of the collection holds in memory: vectors, texts, and postings if it reads them."""
        if not settings.architecture.searches():
            return 0
        collection = self.collection(settings)
        texts = sum(len(chunk.searched.encode("utf-8", "replace")) for chunk in collection.chunks)
        lexical = self._lexical(collection, settings).nbytes if settings.search().READS_WORDS else 0
        return int(collection.vectors.nbytes) + texts + lexical

    def embed(self, settings: Pipeline) -> None:
        """Reads the documents and fills the vector cache with their chunks; makes no collection. Chunks that a model
        has to write notes on are left out."""
        corpus = self._documents.to_cut(settings.parser, settings.chunking)
        if not settings.notes_chunks():
            encoder, cache = self.encoder(settings.embedder), VectorCache(VECTORS)
            embed_chunks(corpus, settings.chunking, encoder, lambda texts: embed_cached(encoder, cache, texts))

    def collected(self, settings: Pipeline) -> tuple[str, int, int]:
        """(name, chunks, chunks embedded now) of the collection, which is opened only if it has to be built. Of the
        variations that share it the first is charged with the embedding, so that a sweep's sum is what was done."""
        if not settings.architecture.searches():
            return "", 0, 0
        key, manifest = self.key(settings), self._manifest(settings)
        if manifest is not None and not self._once.has("collection", _parts(settings)):
            return manifest["name"], manifest["chunks"], 0
        collection = self.collection(settings)
        embedded = 0 if key in self._charged else collection.embedded
        self._charged.add(key)
        return collection.name, len(collection.chunks), embedded

    def unseen(self, settings: Pipeline) -> float | None:
        """The share of the chunks' tokens beyond the embedder's limit; None where it names none, or nothing is
        searched."""
        if not settings.architecture.searches():
            return None
        manifest = self._manifest(settings)
        if manifest is not None and "tokens_unseen" in manifest:
            return cast("float | None", manifest["tokens_unseen"])
        encoder = self.encoder(settings.embedder)
        return self._once("unseen", _parts(settings), lambda: Unseen(encoder).add(self.chunks(settings).values()).share)

    def store(self, settings: Pipeline) -> Store:
        """Where the collection lies; with notes from a bundle it lies in the bundle's folder, whatever the settings
        say."""
        records = self._documents.dataset.records
        if records.bundle and settings.notes_chunks():
            return Folders(records.noted_collections)
        return open_store(settings.collection, COLLECTIONS)

    def _manifest(self, settings: Pipeline) -> Mapping[str, Any] | None:
        """That of the collection, which is not opened for it; None where it is not there."""
        if self._once.has("collection", _parts(settings)):
            return self.collection(settings).manifest
        key = self.key(settings)
        return next((each for each in self.store(settings).describe() if each.get("key") == key), None)

    def key(self, settings: Pipeline) -> str:
        """The key that the collection has or will have; builds nothing."""
        return digest(self.ingredients(settings))

    def ingredients(self, settings: Pipeline) -> dict[str, Any]:
        """All that the collection depends on, as JSON values; without one, what passages are aligned to."""
        if not settings.architecture.searches():
            corpus = self._documents.corpus(settings.parser)
            return {"corpus": corpus.digest, "parser": settings.parser.identity, "texts": corpus.content}
        corpus = self._documents.to_cut(settings.parser, settings.chunking)
        return collection_ingredients(
            corpus, settings.chunking, settings.parser, self.encoder(settings.embedder), self._of_chunks(settings)
        )

    def _of_chunks(self, settings: Pipeline) -> Notes | None:
        return self._notes.of(settings) if self._notes else None

    def notes_to_make(self, settings: Pipeline) -> int:
        """The number of model calls for notes on chunks, as far as they are not recorded; 0 where the collection is
        there."""
        if self._notes is None or not settings.notes_chunks():
            return 0
        if self._manifest(settings) is not None:
            return 0
        return self._notes.to_make(settings, self._cut(settings))

    def note_calls(self, settings: Pipeline) -> frozenset[str]:
        """The keys of the recorded calls behind the notes on chunks."""
        if self._notes is None or not settings.notes_chunks():
            return frozenset()
        return self._notes.calls(settings, self._cut(settings))

    def chunks(self, settings: Pipeline) -> Mapping[str, Chunk]:
        """The chunks of the collection by id; where it is not open they are split again, which is quicker than to open
        it."""
        return self._once("chunks", _parts(settings), lambda: {chunk.id: chunk for chunk in self._cut(settings)})

    def _cut(self, settings: Pipeline) -> Sequence[Chunk]:
        if self._once.has("collection", _parts(settings)):
            return self.collection(settings).chunks
        corpus = self._documents.to_cut(settings.parser, settings.chunking)
        encoder, cache = self.encoder(settings.embedder), VectorCache(VECTORS)
        return [*cut_one_by_one(corpus, settings.chunking, encoder, lambda texts: embed_cached(encoder, cache, texts))]

    def retriever(self, settings: Pipeline, questions: int = 1) -> Retriever | Unsearched:
        """Searches the collection of these settings; its BM25 index and the reranker are shared with the other
        variations on it. What the reranker can do beforehand is done here, so that no query's time holds it; not for so
        few questions that they need few of the chunks."""
        if not settings.architecture.searches():
            return Unsearched(tuple(self._documents.corpus(settings.parser).pages))
        collection = self.collection(settings)
        lexical = self._lexical(collection, settings)
        reranker = self._reranker(settings)
        if reranker is not None and questions * settings.reranker.candidates >= len(collection.chunks):
            with self._documents.measured.stage("index"):
                reranker.prepare(collection.chunks, self._documents.progress)
        rerank = None if reranker is None else reranker.scores
        encoder, techniques = self.encoder(settings.embedder), (settings.reading(), settings.reranker)
        return Retriever(collection, encoder, settings.search(), lexical, *techniques, rerank)

    def _lexical(self, collection: Collection, settings: Pipeline) -> Bm25:
        return self._once(
            "bm25",
            [collection.key, settings.analyser, plain(settings.bm25)],
            lambda: Bm25(
                [chunk.searched for chunk in collection.chunks], analyser.load(settings.analyser), settings.bm25
            ),
        )

    def reranker_identity(self, settings: Pipeline) -> Mapping[str, Any]:
        """What decides its scores; opens it, so that a model that cannot be used is said before any work."""
        reranker = self._reranker(settings) if settings.architecture.searches() else None
        return {} if reranker is None else reranker.identity

    def _reranker(self, settings: Pipeline) -> OpenedReranker | None:
        encoder, reranker, cache = self.encoder(settings.embedder), settings.reranker, VectorCache(TOKEN_VECTORS)

        def connect(server: ModelServer, key: str, kind: str, url: str) -> JsonServer:
            return JsonServer(server, key, kind, url, self._meter)

        parts = [plain(settings.embedder), reranker.name, plain(reranker)]
        return self._once("reranker", parts, lambda: reranker.open(encoder, cache, connect))


def _parts(settings: Pipeline) -> list[Any]:
    """The parts that make a collection."""
    noted_by = [plain(settings.llm), settings.prompts] if settings.chunking.contextual else []
    return [settings.parser.key, plain(settings.chunking), plain(settings.embedder), *noted_by]
