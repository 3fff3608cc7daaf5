"""Settings of a search."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.settings.checks import at_least, one_of, plain
from ragatta.pipeline.settings.server import ModelServer

SEARCHES = ("semantic", "bm25", "hybrid")
ANALYSERS = ("plain", "english")
ALPHAS = ("adaptive", "features")  # by the kind of the query, or by how much of it is exact
WINDOWS = ("fixed", "similar", "page")
SERVED = ("tei", "cohere")  # rerankers that are servers
RERANKERS = Kind("pipeline/retrieval/rerankers", object)
RETRIEVERS = Kind("pipeline/retrieval/retrievers", object)
QUERIES = Kind("pipeline/retrieval/queries", object)
LANGUAGES = Kind("pipeline/text/languages", object)
CROSS_ENCODER_FILES = ("model.onnx", "tokenizer.json")


@dataclass
class Retrieval:
    search: str = "semantic"  # semantic, bm25, hybrid, or a file of pipeline/retrieval/retrievers/
    queries: str = "plain"  # or what a model makes of them first: a file of pipeline/retrieval/queries/
    query_count: int = 3  # wordings, for multi
    analyser: str = "english"  # plain, english or a language's code: what BM25 counts (retrieval/analyser.py)
    top_k: int = 5
    reranker: str = "none"  # orders the best candidates anew: none, or a file of pipeline/retrieval/rerankers/
    rerank_candidates: int = 40  # how many of them
    rerank_model: str | None = None  # a folder with model.onnx and tokenizer.json, for cross_encoder
    rerank_server: ModelServer = field(default_factory=ModelServer)  # for tei and cohere
    mmr_relevance: float = 0.7  # for mmr: the share of relevance, 0 to 1; the rest is that of being unlike
    rerank_max_tokens: int = 512  # of a query and a chunk together, as the cross-encoder was trained
    expand_context: int = 0  # ±N neighbours by chunk_index
    window: str = (
        "fixed"  # or page: neighbours on the hit's page; similar: while a neighbour's cosine is near its hit's
    )
    window_similarity: float = 0.5  # how near: the least share of the hit's cosine, 0 to 1
    whole_contents: bool = False  # for a list: the best table of contents is found too, and by a window read whole
    alpha: int | float | str = "adaptive"  # the semantic share of a hybrid score: adaptive, features, or 0 to 1
    alpha_enumeration: float = 0.3  # adaptive, for a list: words find its entries better than meaning does
    alpha_reasoning: float = 0.7  # adaptive, for any other query (both: seed 001, decision 12)
    rrf_k: int = 60
    document_filter: str = "before"  # or "after": search, then filter (an ablation)
    context_tokens: int = 12000  # what the answering agent is shown at most

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = self._of_the_search()
        found += one_of("retrieval.analyser", self.analyser, (*ANALYSERS, *LANGUAGES.names()))
        found += at_least("retrieval.top_k", self.top_k, 1)
        found += at_least("retrieval.expand_context", self.expand_context, 0)
        found += at_least("retrieval.rrf_k", self.rrf_k, 1)
        found += at_least("retrieval.context_tokens", self.context_tokens, 100)
        found += one_of("retrieval.document_filter", self.document_filter, ("before", "after"))
        found += self.rerank_server.problems("retrieval.rerank_server")
        found += at_least("retrieval.query_count", self.query_count, 1, 20)
        if self.queries != "plain":
            found += QUERIES.problems("retrieval.queries", self.queries)
        if self.reranker != "none":
            found += RERANKERS.problems("retrieval.reranker", self.reranker)
        found += at_least("retrieval.rerank_candidates", self.rerank_candidates, 1)
        found += at_least("retrieval.rerank_max_tokens", self.rerank_max_tokens, 16)
        found += self._of_the_reranker()
        alpha_fits = self.alpha in ALPHAS or (not isinstance(self.alpha, str) and 0 <= self.alpha <= 1)
        if not alpha_fits:
            found.append(f"retrieval.alpha ({self.alpha}) must be {' or '.join(ALPHAS)}, or a number from 0 to 1")
        found += one_of("retrieval.window", self.window, WINDOWS)
        for name in ("window_similarity", "alpha_enumeration", "alpha_reasoning", "mmr_relevance"):
            if not 0 <= (share := getattr(self, name)) <= 1:
                found.append(f"retrieval.{name} ({share}) must be a number from 0 to 1")
        return found

    def _of_the_search(self) -> list[str]:
        if self.search in SEARCHES or RETRIEVERS.knows(self.search):
            return []
        return one_of("retrieval.search", self.search, (*SEARCHES, *RETRIEVERS.names()))

    def _of_the_reranker(self) -> list[str]:
        """Also checks that its files exist, because it is opened only after the documents are read."""
        if self.reranker in SERVED:
            lacking = self.reranker == "cohere" and not self.rerank_server.model
            return ["retrieval.rerank_server.model: name a model, such as rerank-v3.5"] if lacking else []
        if self.reranker != "cross_encoder":
            return []
        if not self.rerank_model:
            wanted = f"a folder with {' and '.join(CROSS_ENCODER_FILES)}"
            return [f"retrieval.reranker=cross_encoder needs retrieval.rerank_model: {wanted}"]
        places = [Path(self.rerank_model) / name for name in CROSS_ENCODER_FILES]
        return [f"retrieval.rerank_model: {place} is missing" for place in places if not place.is_file()]

    def language(self) -> str:
        """The code of the language that BM25 reads; "" for a plain or the English analyser."""
        return "" if self.analyser in (*ANALYSERS, "en") else self.analyser

    def identity(self, unread: Collection[str] = ()) -> dict[str, Any]:
        """The settings that can change an answer. Excluded: a model's path (its files count instead) and its server
        (the reranker says what counts of it), settings that the chosen search, reranker, window and alpha do not read,
        and `unread` settings, which the architecture does not read.
        """
        unread = {"rerank_model", "rerank_server", *unread}
        if "search" not in unread and self.search in ("semantic", "bm25"):
            unread |= {"alpha", "alpha_enumeration", "alpha_reasoning", "rrf_k"}
        if self.analyser == "plain" or ("search" not in unread and self.search == "semantic"):
            unread.add("analyser")  # where it is plain, keys are those from before there was a choice
        if self.reranker != "cross_encoder":
            unread.add("rerank_max_tokens")
        if self.reranker == "none":
            unread.add("rerank_candidates")
        if self.expand_context == 0:
            unread |= {"window", "window_similarity"}
        if self.window != "similar":
            unread.add("window_similarity")
        if self.queries == "plain":
            unread.add("queries")
        if self.queries != "multi" or "queries" in unread:
            unread.add("query_count")
        if self.reranker != "mmr":
            unread.add("mmr_relevance")
        if not self.whole_contents:
            unread.add("whole_contents")  # keys are those from before there was a choice
        if self.alpha not in ALPHAS:
            unread |= {"alpha_enumeration", "alpha_reasoning"}
        return {key: value for key, value in plain(self).items() if key not in unread}
