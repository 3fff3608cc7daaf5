"""A hosted reranker in Cohere's form, POST /rerank (Cohere's API v2; vLLM, Jina and others take it too)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.retrieval.rerankers import Connect, Reranker
from ragatta.pipeline.retrieval.rerankers._served import Served
from ragatta.pipeline.settings.retrieval import Retrieval

NEEDS = "retrieval.rerank_server.model, and the key in the variable that retrieval.rerank_server.api_key_env names"
DEFAULT_URL = "https://api.cohere.com/v2"


def open_reranker(settings: Retrieval, encoder: Encoder, cache: VectorCache, connect: Connect) -> Reranker:  # noqa: ARG001
    """As the protocol says. The identity holds the host, for one name may be another model elsewhere."""
    server = connect("server", DEFAULT_URL)

    def call(query: str, texts: Sequence[str]) -> Any:
        body = {"model": server.settings.model, "query": query, "documents": list(texts), "top_n": len(texts)}
        reply = server.post("/rerank", body, [query, *texts])
        return reply.get("results") if isinstance(reply, dict) else None

    return Served(server, {"server": server.where}, call, "relevance_score")
