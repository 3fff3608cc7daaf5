"""A hosted reranker in Cohere's form, POST /rerank (Cohere's API v2; vLLM, Jina and others take it too)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.retrieval.reranker import Connect, OpenedReranker
from ragatta.pipeline.retrieval.rerankers._served import Served, ServedReranker

NEEDS = "reranker.server.model, and the key in the variable that reranker.server.api_key_env names"
DEFAULT_URL = "https://api.cohere.com/v2"


@dataclass(frozen=True)
class Cohere(ServedReranker):
    """As the module says."""

    def open(self, encoder: Encoder, cache: VectorCache, connect: Connect) -> OpenedReranker:  # noqa: ARG002
        """The identity holds the host, for one name may be another model elsewhere."""
        server = connect(self.server, "reranker.server", "server", DEFAULT_URL)

        def call(query: str, texts: Sequence[str]) -> Any:
            body = {"model": server.settings.model, "query": query, "documents": list(texts), "top_n": len(texts)}
            reply = server.post("/rerank", body, [query, *texts])
            return reply.get("results") if isinstance(reply, dict) else None

        return Served(server, {"server": server.where}, call, "relevance_score")

    def problems(self) -> list[str]:
        unnamed = [] if self.server.model else ["reranker.server.model: name a model, such as rerank-v3.5"]
        return [*super().problems(), *unnamed]
