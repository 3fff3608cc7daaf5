"""An embedder: makes vectors of texts. One a file of embedders/."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from ragatta.pipeline.plugins.technique import Technique, Techniques

if TYPE_CHECKING:  # how a server is called changes no vector: that code stays out of the identity
    from ragatta.pipeline.index.embedding.vector_cache import VectorCache
    from ragatta.pipeline.llm.json_server import JsonServer
    from ragatta.pipeline.llm.model_server import ModelServer

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Opening:
    """What an embedder may use: the folder of converted models, the cache of vectors, and servers. `connect` takes a
    server's settings, what messages call it, and its address where embedder.server.base_url is empty."""

    models: Path
    cache: VectorCache
    connect: Callable[[ModelServer, str, str], JsonServer]


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


@dataclass(frozen=True)
class Embedder(Technique):
    """An embedding model, and how texts are handed to it."""

    KEY: ClassVar[str] = "embedder"
    # Whether the vector of a fixed text is part of the identity, because what is asked may be exchanged unseen.
    PROBED: ClassVar[bool] = False
    long: str = "cut"  # of a text over the limit only the beginning is embedded; pool: the mean of its windows
    query_prefix: str = ""  # some models want an instruction before a query
    document_prefix: str = ""  # and some before a document's text

    @abstractmethod
    def open(self, opening: Opening) -> Embedding:
        """The embedder of these settings. Raises FileNotFoundError, ValueError or ModelError with the fix."""

    @property
    def vector_settings(self) -> dict[str, Any]:
        """Of its settings what changes a text's vector besides what the opened one says, as JSON values."""
        return {"document_prefix": self.document_prefix} if self.document_prefix else {}

    def problems(self) -> list[str]:
        return self.lacking() + self.among("long", "cut", "pool")


EMBEDDERS = Techniques("embedders", Embedder)
