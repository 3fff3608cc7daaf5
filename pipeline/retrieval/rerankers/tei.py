"""A cross-encoder behind a Text Embeddings Inference server, by POST /rerank (its openapi.json, version 1.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.retrieval.reranker import Connect, Opened
from ragatta.pipeline.retrieval.rerankers._served import Served, ServedReranker

NEEDS = "a Text Embeddings Inference server at reranker.server.base_url"
DEFAULT_URL = "http://127.0.0.1:8080"
_SAID = ("model_id", "model_sha", "model_dtype", "max_input_length")  # of the model, by /info


@dataclass(frozen=True)
class Tei(ServedReranker):
    """As the module says."""

    def open(self, encoder: Encoder, cache: VectorCache, connect: Connect) -> Opened:  # noqa: ARG002
        """The identity holds what /info says of the model."""
        server = connect(self.server, "reranker.server", "Text Embeddings Inference", DEFAULT_URL)

        def call(query: str, texts: Sequence[str]) -> Any:
            body = {"query": query, "texts": list(texts), "raw_scores": True, "truncate": True}
            return server.post("/rerank", body, [query, *texts])

        info = server.get("/info")
        identity = {key: info.get(key) for key in _SAID} if isinstance(info, dict) else {}
        return Served(server, identity, call, "score")
