"""Any server of OpenAI's Embeddings API, POST /v1/embeddings (OpenAI, vLLM, llama.cpp, TEI): embedder.server.model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ragatta.pipeline.index.embedder import Embedding, Opening
from ragatta.pipeline.index.embedders._served import Served, field
from ragatta.pipeline.settings.indexing import Embedder

NEEDS = "a server at embedder.server.base_url, and its key in the variable that embedder.server.api_key_env names"
PROBED = True
DEFAULT_URL = "https://api.openai.com/v1"


def problems(settings: Embedder) -> list[str]:
    """As the protocol says."""
    return [] if settings.server.model else ["embedder.server.model: name a model, such as text-embedding-3-small"]


def open_embedder(settings: Embedder, opening: Opening) -> Embedding:
    """The identity holds the host, for one name may be another model elsewhere. Raises ModelError."""
    server = opening.connect("server", DEFAULT_URL)

    def call(texts: Sequence[str]) -> Any:
        # the API refuses an empty text
        body = {"model": settings.server.model, "input": [text or " " for text in texts], **settings.options}
        rows = field(server.post("/embeddings", body, texts), "data")
        given = rows if isinstance(rows, list) else []
        placed = {str(field(row, "index")): field(row, "embedding") for row in given}
        if len(given) != len(texts):  # one too many, or an index twice
            return None
        return [placed.get(str(at)) for at in range(len(texts))]

    return Served(server, {"server": server.where}, call)
