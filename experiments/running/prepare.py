"""What the variations of a sweep share, made once: page texts, the encoder, collections, summaries, model backends.

Each is made the first time it is asked for, so a sweep whose answers are all in the journal opens no collection.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from time import perf_counter
from typing import Any, TypeVar

import numpy as np

from experiments.corpora.dataset import Course
from experiments.paths import CACHE, COLLECTIONS, JUDGEMENTS, MODELS, REPLIES, TOKEN_VECTORS, VECTORS, run_folder
from experiments.running.annotating import annotated, annotations_to_make
from experiments.running.journal import Journal
from experiments.running.judging import Judge
from experiments.running.measure import Measured
from experiments.running.summarizing import summaries_to_make, summarized
from pipeline.agents.routing.summaries import Summaries
from pipeline.annotations.schema import placed
from pipeline.annotations.store import Annotations
from pipeline.documents.corpus import Corpus
from pipeline.documents.pages import read_pages
from pipeline.identity import digest
from pipeline.index.chunker import CHUNKERS
from pipeline.index.collection import NOT_THERE, Collection, collect, collection_ingredients, describe
from pipeline.index.cutting import cut
from pipeline.index.embedding.encoder import Encoder
from pipeline.index.embedding.onnx_encoder import open_encoder
from pipeline.index.embedding.vector_cache import VectorCache, embed_cached
from pipeline.llm.ask import Asker
from pipeline.llm.recorded import connected
from pipeline.llm.replies import Replies
from pipeline.llm.seam import Backend, ModelIdentity
from pipeline.retrieval import analyser
from pipeline.retrieval.bm25 import Bm25
from pipeline.retrieval.rerankers import Reranker, open_reranker
from pipeline.retrieval.retriever import Retriever
from pipeline.settings.checks import plain
from pipeline.settings.indexing import Chunking, Embedder, Parser
from pipeline.settings.llm import LLM
from pipeline.settings.pipeline import Pipeline
from pipeline.tables.corpus_tables import with_tables
from pipeline.tables.tabled_corpus import TabledCorpus
from pipeline.toolbox import Toolbox
from pipeline.trace import Trace
from pipeline.types import Chunk, Progress

Made = TypeVar("Made")
REPLY_SHARE = 0.75  # of a context window for the context: prompts, other tokenisers and the reply need the rest


class Preparation:
    """The shared parts for one dataset. Every method raises the errors of the room it calls."""

    def __init__(self, course: Course, progress: Progress, on_record: bool = False) -> None:
        """`on_record`: who answers is looked up among those who have, and no server is connected to."""
        self.course, self.on_record = course, on_record
        self.progress = progress
        self.measured, self.started = Measured(), perf_counter()
        self._made: dict[str, Any] = {}
        self._asked_again: set[str] = set()
        self._charged: set[str] = set()  # collections whose embedding a run has been charged with

    def _once(self, kind: str, settings: Any, make: Callable[[], Made]) -> Made:
        key = f"{kind} {digest(settings)}"
        if key not in self._made:
            self._made[key] = make()
        made: Made = self._made[key]
        return made

    def corpus(self, parser: Parser) -> Corpus:
        return self._once("corpus", plain(parser), lambda: self._read(parser))

    def _read(self, parser: Parser) -> Corpus:
        with self.measured.stage("read"):
            corpus = read_pages(self.course.pdfs, parser, CACHE, self.course.passwords, self.progress)
        return replace(corpus, buckets=placed(corpus.pages, self.course.buckets))

    def corpus_to_cut(self, parser: Parser, chunking: Chunking) -> Corpus:
        """The corpus with what the chunker needs beside the page texts: its tables, where it reads them."""
        if not CHUNKERS.load(chunking.strategy).READS_TABLES:
            return self.corpus(parser)
        return self._once("tables", plain(parser), lambda: self._with_tables(parser))

    def _with_tables(self, parser: Parser) -> TabledCorpus:
        corpus, course = self.corpus(parser), self.course
        with self.measured.stage("read"):
            made = with_tables(corpus, course.pdfs, parser, CACHE, course.passwords, self.progress)
        for name, fault in made.untabled.items():
            self.progress(f"note: {name}: the search for its tables ended early: {fault}", 1, 1)
        return made

    def encoder(self, embedder: Embedder) -> Encoder:
        return self._once("encoder", plain(embedder), lambda: open_encoder(embedder, MODELS))

    def collection(self, parser: Parser, chunking: Chunking, embedder: Embedder) -> Collection:
        return self._once(
            "collection",
            [plain(parser), plain(chunking), plain(embedder)],
            lambda: self._collected(parser, chunking, embedder),
        )

    def _collected(self, parser: Parser, chunking: Chunking, embedder: Embedder) -> Collection:
        corpus, encoder, cache = self.corpus_to_cut(parser, chunking), self.encoder(embedder), VectorCache(VECTORS)

        def embed(texts: Sequence[str]) -> tuple[np.ndarray, int]:
            what = f"embedding {chunking.strategy} {chunking.chunk_size}/{chunking.chunk_overlap}"
            return embed_cached(encoder, cache, texts, lambda done: self.progress(what, done, len(texts)))

        with self.measured.stage("index"):
            made = collect(COLLECTIONS, corpus, chunking, parser, encoder, embed, self.progress)
        if made.rebuilt_because not in ("", NOT_THERE):
            self.progress(f"note: {made.name} was built again: {made.rebuilt_because}", 1, 1)
        return made

    def collected(self, settings: Pipeline) -> tuple[str, int, int]:
        """(name, chunks, chunks embedded now) of the collection, which is opened only if it has to be built. Of the
        variations that share it the first is charged with the embedding, so that a sweep's sum is what was done."""
        key = self.collection_key(settings)
        there = {manifest.get("key"): manifest for manifest in describe(COLLECTIONS)}.get(key)
        made = self._made.get(f"collection {digest(self._parts(settings))}")
        if made is None and there is not None:
            return there["name"], there["chunks"], 0
        collection = self.collection(settings.parser, settings.chunking, settings.embedder)
        embedded = 0 if key in self._charged else collection.embedded
        self._charged.add(key)
        return collection.name, len(collection.chunks), embedded

    @staticmethod
    def _parts(settings: Pipeline) -> list[dict[str, Any]]:
        return [plain(settings.parser), plain(settings.chunking), plain(settings.embedder)]

    def retriever(self, settings: Pipeline) -> Retriever:
        """Searches the collection of these settings; its BM25 index and the reranker are shared with the other
        variations on it. What the reranker can do beforehand is done here, so that no query's time holds it."""
        collection = self.collection(settings.parser, settings.chunking, settings.embedder)
        lexical = self._once(
            "bm25",
            [collection.key, settings.retrieval.analyser],
            lambda: Bm25([chunk.text for chunk in collection.chunks], analyser.load(settings.retrieval.analyser)),
        )
        reranker = self._reranker(settings)
        if reranker is not None:
            with self.measured.stage("index"):
                reranker.prepare(collection.chunks, self.progress)
        rerank = None if reranker is None else reranker.scores
        return Retriever(collection, self.encoder(settings.embedder), settings.retrieval, lexical, rerank)

    def _reranker(self, settings: Pipeline) -> Reranker | None:
        retrieval, encoder = settings.retrieval, self.encoder(settings.embedder)
        parts = [plain(settings.embedder), retrieval.reranker, retrieval.rerank_model, retrieval.rerank_max_tokens]
        return self._once("reranker", parts, lambda: open_reranker(retrieval, encoder, VectorCache(TOKEN_VECTORS)))

    def reranker_identity(self, settings: Pipeline) -> Mapping[str, Any]:
        """What decides its scores; opens it, so that a model that cannot be used is said before any work."""
        reranker = self._reranker(settings)
        return {} if reranker is None else reranker.identity

    def journal(self, run_key: str) -> Journal:
        """What is answered under the key by now. Raises Fault for a damaged one."""
        journal = self._once("journal", run_key, lambda: Journal(run_folder(run_key)))
        journal.refresh()
        return journal

    def backend(self, llm: LLM) -> Backend:
        used = replace(llm, cache="only") if self.on_record else llm
        return self._once("backend", plain(used), lambda: connected(used, self._replies))

    def _replies(self) -> Replies:
        return self._once("replies", None, lambda: Replies(REPLIES))

    def asker(self, llm: LLM, sample: int = 0, mode: str = "") -> Asker:
        """Who is asked, for one question: `mode` instead of llm.cache, where it is given."""
        backend = self.backend(llm)
        replies = self._replies() if backend.cacheable else None
        return Asker(backend, replies, mode=mode or llm.cache, sample=sample, seed=llm.seed)

    def judge(self, llm: LLM, retry_failed: bool) -> Judge:
        """Who judges answers, with a record of its own."""
        return self._once("judge", [plain(llm), retry_failed], lambda: Judge(llm, Replies(JUDGEMENTS), retry_failed))

    def asks_again(self, llm: LLM, run_key: str) -> bool:
        """Whether finished answers are asked for anew: with llm.cache=refresh, once a sweep, and not once more for a
        point with the same answer key."""
        again = llm.cache == "refresh" and run_key not in self._asked_again
        self._asked_again.add(run_key)
        return again

    def identities(self, settings: Pipeline) -> list[ModelIdentity]:
        """Who answers for each agent. Raises ModelUnavailable before any work if a model is not there, or it calls no
        tools and its agent does."""
        backend, agents = self.backend(settings.llm), settings.architecture.agents().values()
        models = sorted({agent.model or "" for agent in agents})
        for model in {agent.model for agent in agents if agent.calls_tools}:
            backend.check_tools(model)
        return [backend.identity(model or None) for model in models]

    def summaries(self, settings: Pipeline) -> Summaries:
        """Of every document; none where the architecture reads none."""
        parts = [plain(settings.parser), plain(settings.llm), plain(settings.architecture.summarizer)]
        used = "summarizer" in settings.architecture.used()
        return self._once("summaries", [used, *parts], lambda: summarized(self, settings))

    def annotations(self, settings: Pipeline) -> Annotations:
        """Bucket and metadata of every document; none where the architecture reads none."""
        parts = [plain(settings.parser), plain(settings.llm), plain(settings.architecture.annotator)]
        used = "annotator" in settings.architecture.used()
        return self._once("annotations", [used, *parts], lambda: annotated(self, settings))

    def calls_to_prepare(self, settings: Pipeline) -> int:
        """How many model calls summaries and annotations will take."""
        return summaries_to_make(self, settings) + annotations_to_make(self, settings)

    def collection_key(self, settings: Pipeline) -> str:
        """The key that the collection has or will have; builds nothing."""
        return digest(self.ingredients(settings))

    def ingredients(self, settings: Pipeline) -> dict[str, Any]:
        """All that the collection depends on, as JSON values."""
        corpus = self.corpus_to_cut(settings.parser, settings.chunking)
        encoder = self.encoder(settings.embedder)
        return collection_ingredients(corpus, settings.chunking, settings.parser, encoder)

    def chunks(self, settings: Pipeline) -> Mapping[str, Chunk]:
        """The chunks of the collection by id, split anew rather than read from the store: their ids are the same."""
        return self._once(
            "chunks",
            self._parts(settings),
            lambda: {
                chunk.id: chunk
                for chunk in cut(
                    self.corpus_to_cut(settings.parser, settings.chunking),
                    settings.chunking,
                    self.encoder(settings.embedder).token_spans,
                )
            },
        )

    def toolbox(self, settings: Pipeline, retriever: Retriever, asker: Asker) -> tuple[Toolbox, Trace]:
        """The tools for one question, and the trace that they write."""
        trace = Trace(asker.calls)
        encoder = self.encoder(settings.embedder)
        tools = Toolbox(
            settings=settings.architecture,
            documents=retriever.documents,
            summaries=self.summaries(settings).by_document,
            annotations=self.annotations(settings),
            tables_apart=retriever.tables_apart,
            search=retriever.search,
            expand=retriever.expand,
            embed=encoder.embed_query,
            embed_documents=lambda texts: self._once(
                "summary vectors", [plain(settings.embedder), digest(list(texts))], lambda: encoder.embed(texts)
            ),
            # The same chunks are counted for question after question.
            count_tokens=self._once(
                "token counts",
                plain(settings.embedder),
                lambda: lru_cache(maxsize=100_000)(encoder.count_tokens),
            ),
            context_tokens=self.context_tokens(settings),
            ask=asker.ask,
            converse=asker.converse,
            stage=trace.stage,
        )
        return tools, trace

    def context_tokens(self, settings: Pipeline) -> int:
        """What the answering agent may be shown: as set, or less where its model's window is small."""
        agent = settings.architecture.answering()
        room = int(self.backend(settings.llm).context_window(agent.model) * REPLY_SHARE) - agent.max_tokens
        return max(100, min(settings.retrieval.context_tokens, room))
