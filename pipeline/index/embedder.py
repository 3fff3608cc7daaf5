"""The protocol of an embedder, a file of pipeline/index/embedders/."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.settings.indexing import Embedder

if TYPE_CHECKING:  # how a server is called changes no vector: that code stays out of the identity
    from ragatta.pipeline.index.embedding.vector_cache import VectorCache
    from ragatta.pipeline.llm.json_server import JsonServer

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Opening:
    """What an embedder may use: the folder of converted models, the cache of vectors, and the server of its settings.
    `connect` takes what messages call the server, and the address of one where embedder.server.base_url is empty."""

    models: Path
    cache: VectorCache
    connect: Callable[[str, str], JsonServer]


class Embedding(Protocol):
    """An opened embedder: as much of an `Encoder` as it has to know itself. Safe to share between threads. It may also
    have `token_spans`, `token_vectors`, `query_token_vectors` and `at_once` of an `Encoder`."""

    @property
    def identity(self) -> Mapping[str, Any]:
        """What decides a vector besides code, prefixes and options, as JSON values: model, version, limits."""

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Any:
        """Vectors of `texts`, shape (n, dimensions), of any length. `progress` is told how many are done so far."""

    def embed_query(self, text: str) -> Any:
        """The vector of a query, shape (dimensions,)."""


class EmbedderModule(Protocol):
    """A file of pipeline/index/embedders/, or a module that a package offers as one."""

    @property
    def PROBED(self) -> bool:
        """Whether the vector of a fixed text is part of the identity, because what is asked may be exchanged unseen."""

    def problems(self, settings: Embedder) -> list[str]:
        """What is wrong with its settings, each fault with its fix; empty where nothing is."""

    def open_embedder(self, settings: Embedder, opening: Opening) -> Embedding:
        """The embedder of these settings. Raises FileNotFoundError, ValueError or ModelError with the fix."""


EMBEDDERS = Kind("pipeline/index/embedders", EmbedderModule)
