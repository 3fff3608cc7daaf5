"""The embedding function that a collection names in Chroma: `collection.query(query_texts=...)` embeds texts as Ragatta
does, and downloads nothing.

Chroma finds it by the name "ragatta" once this module is imported; other programs import ragatta.chroma. Without it a
collection opens and answers queries by vector as any other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from chromadb.api.types import Documents, EmbeddingFunction, Embeddings, Space
from chromadb.utils.embedding_functions import register_embedding_function

from ragatta.pipeline.index.embedder import EMBEDDERS, Embedder
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.llm.model_server import ModelServer
from ragatta.pipeline.machine.installation import models_folder
from ragatta.pipeline.plugins.checks import plain
from ragatta.pipeline.plugins.identity import digest


@register_embedding_function
class RagattaEmbedding(EmbeddingFunction[Documents]):
    """`config` holds `settings`, the values of an Embedder, and `identity`, the digest of what its encoder is."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        self._config = dict(config)

    def __call__(self, input: Documents) -> Embeddings:
        """The vectors of texts as a collection stores them. Raises ValueError where the encoder here is another one
        than the collection's."""
        return list(self._encoder().embed(input))

    def embed_query(self, input: Documents) -> Embeddings:
        """The vectors of queries, after the model's query prefix. Raises as `__call__` does."""
        encoder = self._encoder()
        return [encoder.embed_query(text) for text in input]

    def _encoder(self) -> Encoder:
        return _opened(json.dumps(self._config, sort_keys=True))

    @staticmethod
    def name() -> str:
        return "ragatta"

    def default_space(self) -> Space:
        return "ip"

    def supported_spaces(self) -> list[Space]:
        return ["ip", "cosine", "l2"]  # all rank unit vectors alike

    @staticmethod
    def build_from_config(config: dict[str, Any]) -> RagattaEmbedding:
        return RagattaEmbedding(config)

    def get_config(self) -> dict[str, Any]:
        return dict(self._config)


def embedding_function(embedder: Embedder, encoder: Encoder) -> RagattaEmbedding:
    """The function of a collection whose vectors are of `encoder`, which `embedder` opened."""
    settings = plain(embedder)
    settings |= {key: str(Path(settings[key]).resolve()) for key in ("model_path", "folder") if settings.get(key)}
    return RagattaEmbedding({"settings": settings, "identity": digest(encoder.identity)})


@cache
def _opened(config: str) -> Encoder:
    from ragatta.pipeline.index.embedding.opened import open_embedder, opening
    from ragatta.pipeline.index.embedding.vector_cache import VectorCache

    stored = json.loads(config)
    given = stored["settings"]
    served = {"server": ModelServer(**given["server"])} if "server" in given else {}
    settings = EMBEDDERS.load(given.pop("name"))(**{**given, **served})
    models = models_folder()
    encoder = open_embedder(settings, opening(models, VectorCache(models.parent / "vectors.sqlite")))
    if digest(encoder.identity) != stored["identity"]:
        raise ValueError(
            "the collection was built with another embedder than Ragatta has here (its model, settings, library "
            "versions or code); query it with query_embeddings, or build the collection again with ragatta index"
        )
    return encoder
