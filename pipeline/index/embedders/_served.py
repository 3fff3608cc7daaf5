"""What embedders that are servers have in common: texts in batches, some of them at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ragatta.pipeline.index.embedder import Embedder, Progress
from ragatta.pipeline.llm.model_server import ModelServer
from ragatta.pipeline.machine.side_by_side import side_by_side

if TYPE_CHECKING:
    from ragatta.pipeline.llm.json_server import JsonServer

Call = Callable[[Sequence[str]], Any]  # texts → what the server gives as their vectors


@dataclass(frozen=True)
class ServedEmbedder(Embedder):
    """`options` are more fields of the server's own requests."""

    PROBED: ClassVar[bool] = True
    server: ModelServer = field(default_factory=ModelServer)
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def vector_settings(self) -> dict[str, Any]:
        """As Embedder says."""
        return {**super().vector_settings, **({"options": self.options} if self.options else {})}

    def problems(self) -> list[str]:
        return [*super().problems(), *self.server.problems("embedder.server")]


class Served:
    """An `Embedding` by the calls that `call` makes of `server`, which says `identity` of the model."""

    def __init__(self, server: JsonServer, identity: Mapping[str, Any], call: Call) -> None:
        self.identity = {**identity, "model": server.settings.model}
        self._server, self._call = server, call
        self.at_once = server.settings.batch * server.settings.in_flight

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Any:
        """As the protocol says. Raises ModelError."""
        size = self._server.settings.batch
        batches = [texts[at : at + size] for at in range(0, len(texts), size)]

        def report(done: int) -> None:
            if progress:
                progress(min(done * size, len(texts)))

        found = side_by_side(self._vectors, batches, self._server.settings.in_flight, report)
        if len(lengths := {vectors.shape[1] for vectors in found}) > 1:
            raise self._server.invalid(f"holds vectors of different lengths: {', '.join(map(str, sorted(lengths)))}")
        return np.concatenate(found)

    def embed_query(self, text: str) -> Any:
        """As the protocol says. Raises ModelError."""
        return self._vectors([text])[0]

    def _vectors(self, texts: Sequence[str]) -> Any:
        """Raises InvalidReply for a reply that is not a list of numbers for each text."""
        given = self._call(texts)
        try:
            found: Any = np.array(given)
        except (TypeError, ValueError):
            found = np.empty(0)
        if found.dtype.kind not in "fi" or found.ndim != 2 or len(found) != len(texts):
            raise self._server.invalid(f"does not hold a vector for each of {len(texts)} texts")
        return found.astype(np.float32)


def field_of(reply: Any, name: str) -> Any:
    """A field of a reply that should be an object, None where it has none."""
    return reply.get(name) if isinstance(reply, dict) else None
