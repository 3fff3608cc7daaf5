"""Any server of OpenAI's Embeddings API, POST /v1/embeddings (OpenAI, vLLM, llama.cpp, TEI): embedder.server.model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ragatta.pipeline.index.embedder import Embedding, Opening
from ragatta.pipeline.index.embedders._served import Served, ServedEmbedder, field_of
from ragatta.pipeline.llm.model_server import ModelServer

NEEDS = "a server at embedder.server.base_url, and its key in the variable that embedder.server.api_key_env names"
DEFAULT_URL = "https://api.openai.com/v1"


@dataclass(frozen=True)
class OpenAIEmbedder(ServedEmbedder):
    """As the module says."""

    server: ModelServer = field(default_factory=partial(ModelServer, api_key_env="OPENAI_API_KEY"))

    def open(self, opening: Opening) -> Embedding:
        """The identity holds the host, for one name may be another model elsewhere. Raises ModelError."""
        server = opening.connect(self.server, "server", DEFAULT_URL)

        def call(texts: Sequence[str]) -> Any:
            # the API refuses an empty text
            body = {"model": self.server.model, "input": [text or " " for text in texts], **self.options}
            rows = field_of(server.post("/embeddings", body, texts), "data")
            given = rows if isinstance(rows, list) else []
            placed = {str(field_of(row, "index")): field_of(row, "embedding") for row in given}
            if len(given) != len(texts):  # one too many, or an index twice
                return None
            return [placed.get(str(at)) for at in range(len(texts))]

        return Served(server, {"server": server.where}, call)

    def problems(self) -> list[str]:
        named = [] if self.server.model else ["embedder.server.model: name a model, such as text-embedding-3-small"]
        return [*super().problems(), *named]
