"""Models of an Ollama server, by /api/embed (Ollama's docs/api.md, "Generate Embeddings"): embedder.server.model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragatta.pipeline.index.embedder import Embedding, Opening
from ragatta.pipeline.index.embedders._served import Served, ServedEmbedder, field_of

if TYPE_CHECKING:
    from ragatta.pipeline.llm.json_server import JsonServer

NEEDS = "an Ollama server with the model: ollama pull nomic-embed-text"
DEFAULT_URL = "http://127.0.0.1:11434"


@dataclass(frozen=True)
class OllamaEmbedder(ServedEmbedder):
    """As the module says."""

    def open(self, opening: Opening) -> Embedding:
        """The identity holds the digest that /api/tags gives the model. Raises ModelError."""
        server = opening.connect(self.server, "Ollama server", DEFAULT_URL)

        def call(texts: Sequence[str]) -> Any:
            body = {"model": self.server.model, "input": list(texts), "truncate": True, **self.options}
            return field_of(server.post("/api/embed", body, texts), "embeddings")

        return Served(server, {"digest": _digest(server, self.server.model)}, call)

    def problems(self) -> list[str]:
        named = [] if self.server.model else ["embedder.server.model: name a model, such as nomic-embed-text"]
        return [*super().problems(), *named]


def _digest(server: JsonServer, model: str) -> str:
    listed = field_of(server.get("/api/tags"), "models")
    there = {str(field_of(each, "model")): str(field_of(each, "digest")) for each in (listed or ())}
    for name in (model, f"{model}:latest"):
        if name in there:
            return there[name]
    has = ", ".join(sorted(there)) or "none"
    raise server.unavailable(
        f"Ollama at {server.where} has no model {model!r}; get it with `ollama pull {model}`, or set "
        f"embedder.server.model to one it has: {has}"
    )
