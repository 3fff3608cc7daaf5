"""A server that embeds and reranks, in the wire formats of Ollama, OpenAI, Text Embeddings Inference and Cohere.

Sources: Ollama's docs/api.md; OpenAI's API reference, "Create embeddings"; TEI's openapi.json (1.8); Cohere's API
reference, "Rerank" (v2).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.standins.loopback import Handler, LoopbackServer, Said

MODEL, DIGEST = "small-embedder", "sha256:abc"
RERANKER = "small-reranker"


def vector(text: str, weights: int, dimensions: int = 16) -> list[float]:
    """The sum of a random vector for each word: texts with the same words are near."""
    found = np.zeros(dimensions)
    for word in re.findall(r"\w+", text.lower()) or [""]:
        seed = int.from_bytes(hashlib.sha256(f"{weights} {word}".encode()).digest()[:8])
        found += np.random.default_rng(seed).normal(size=dimensions)
    return [3.0 * float(number) for number in found]


def shared(query: str, text: str) -> float:
    """The share of the query's words that are in the text."""
    words = set(re.findall(r"\w+", query.lower()))
    return len(words & set(re.findall(r"\w+", text.lower()))) / max(1, len(words))


@dataclass
class EmbeddingServer(LoopbackServer):
    """`weights` tells models under one name apart; `noise` is added to every number; refusals come first."""

    weights: int = 1
    dimensions: int = 16
    noise: float = 0.0
    key: str = ""
    refusals: list[Said] = field(default_factory=list)
    batches: list[Sequence[str]] = field(default_factory=list)  # the texts of each call

    def embedded(self, texts: Sequence[str]) -> list[list[float]]:
        self.batches.append(texts)
        return [[number + self.noise for number in vector(text, self.weights, self.dimensions)] for text in texts]

    def answer(self, handler: Handler, path: str, body: Any) -> None:
        if self.key and handler.headers.get("Authorization") != f"Bearer {self.key}":
            handler.send({"error": {"message": f"wrong key {handler.headers.get('Authorization')}"}}, 401)
        elif body is not None and self.refusals:
            said = self.refusals.pop(0)
            handler.send(said.raw if said.raw is not None else {"error": said.error}, said.status)
        else:
            status, reply = self.reply(path, body)
            handler.send(reply, status)

    def reply(self, path: str, body: Any) -> tuple[int, Any]:
        match path:
            case "/api/tags":
                return 200, {"models": [{"name": MODEL, "model": f"{MODEL}:latest", "digest": DIGEST}]}
            case "/api/embed" if body["model"] == MODEL:
                texts = body["input"]
                return 200, {"model": MODEL, "embeddings": self.embedded(texts), "prompt_eval_count": 3 * len(texts)}
            case "/v1/embeddings" | "/embeddings" if body["model"] == MODEL:
                rows = [{"object": "embedding", "index": at, "embedding": made}
                        for at, made in enumerate(self.embedded(body["input"]))]  # fmt: skip
                used = {"prompt_tokens": 3 * len(rows), "total_tokens": 3 * len(rows)}
                return 200, {"object": "list", "data": rows[::-1], "model": MODEL, "usage": used}
            case "/info":
                return 200, {"model_id": MODEL, "model_sha": "abc", "model_dtype": "float16", "max_input_length": 512,
                             "version": "1.8.2"}  # fmt: skip
            case "/embed":
                return 200, self.embedded(body["inputs"])
            case "/rerank" if "texts" in body:
                scores = [{"index": at, "score": shared(body["query"], text)} for at, text in enumerate(body["texts"])]
                return 200, sorted(scores, key=lambda one: -one["score"])
            case "/v2/rerank" | "/rerank" if body["model"] == RERANKER:
                rows = [{"index": at, "relevance_score": shared(body["query"], text)}
                        for at, text in enumerate(body["documents"])]  # fmt: skip
                return 200, {"results": sorted(rows, key=lambda one: -one["relevance_score"])}
        return 404, {"error": "not found"}
