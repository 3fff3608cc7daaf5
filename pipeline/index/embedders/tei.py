"""A Text Embeddings Inference server, by POST /embed (its openapi.json, version 1.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ragatta.pipeline.index.embedder import Embedding, Opening
from ragatta.pipeline.index.embedders._served import Served, ServedEmbedder, field_of

NEEDS = "a Text Embeddings Inference server at embedder.server.base_url"
DEFAULT_URL = "http://127.0.0.1:8080"
_SAID = ("model_id", "model_sha", "model_dtype", "max_input_length")  # of the model, by /info


@dataclass(frozen=True)
class TeiEmbedder(ServedEmbedder):
    """As the module says."""

    def open(self, opening: Opening) -> Embedding:
        """The identity holds what /info says of the model. Raises ModelError, also where the settings name another
        model."""
        server = opening.connect(self.server, "Text Embeddings Inference", DEFAULT_URL)

        def call(texts: Sequence[str]) -> Any:
            return server.post("/embed", {"inputs": list(texts), "truncate": True, **self.options}, texts)

        info = server.get("/info")
        wanted, there = self.server.model, field_of(info, "model_id")
        if wanted not in ("", there):
            raise server.unavailable(
                f"{server.where} has the model {there}; set embedder.server.model to it, or leave it out"
            )
        return Served(server, {key: field_of(info, key) for key in _SAID}, call)
