"""What embedders that are servers have in common: texts in batches, some of them at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ragatta.pipeline.index.embedder import PROBE, SAME, Progress
from ragatta.pipeline.side_by_side import side_by_side

if TYPE_CHECKING:
    from ragatta.pipeline.llm.json_server import JsonServer

Call = Callable[[Sequence[str]], Any]  # texts → what the server gives as their vectors


class Served:
    """An `Embedding` by the calls that `call` makes of `server`, which says `identity` of the model. A fixed text goes
    with every request for documents: a server whose model is exchanged in between mixes no vectors of two."""

    PROBES = True

    def __init__(self, server: JsonServer, identity: Mapping[str, Any], call: Call) -> None:
        self.identity = {**identity, "model": server.settings.model}
        self._server, self._call = server, call
        self._size = max(1, server.settings.batch - 1)  # texts beside the fixed one
        self._first: Any = None  # the unit vector of the fixed text, as it first came
        self.at_once = self._size * server.settings.in_flight

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Any:
        """As the protocol says. Raises ModelError."""
        size, together = self._size, self._server.settings.batch > 1
        batches = [texts[at : at + size] for at in range(0, len(texts), size)]

        def told(done: int) -> None:
            if progress:
                progress(min(done * size, len(texts)))

        found = side_by_side(
            self._probed if together else self._vectors, batches, self._server.settings.in_flight, told
        )
        if not together:
            self._probed([])
        return np.concatenate(found)

    def embed_query(self, text: str) -> Any:
        """As the protocol says. Raises ModelError."""
        return self._vectors([text])[0]

    def _probed(self, texts: Sequence[str]) -> Any:
        """As `_vectors`. Raises ModelUnavailable if the model is another than that which answered first."""
        alone = list(texts) == [PROBE]  # as the embedder is opened
        found = self._vectors(texts if alone else [*texts, PROBE])
        probe = found[-1] / np.linalg.norm(found[-1])
        if self._first is None:
            self._first = probe
        if (cosine := float(self._first @ probe)) < SAME:
            raise self._server.unavailable(
                f"{self._server.where} has changed its model while texts were embedded (cosine {cosine:.4f} between "
                "two vectors of one text); the same command makes vectors of the new one"
            )
        return found if alone else found[:-1]

    def _vectors(self, texts: Sequence[str]) -> Any:
        """Raises InvalidReply for a reply that is not a vector for each text."""
        given = self._call(texts)
        try:
            found: Any = np.array(given)
        except (TypeError, ValueError):
            found = np.empty(0)
        if found.dtype.kind not in "fi" or found.ndim != 2 or len(found) != len(texts):
            raise self._server.invalid(f"does not hold a vector for each of {len(texts)} texts")
        found = found.astype(np.float32)
        if self._first is not None and found.shape[1] != len(self._first):
            raise self._server.invalid(
                f"holds vectors of {found.shape[1]} numbers; before, they had {len(self._first)}"
            )
        if not np.isfinite(found).all() or not found.any(axis=1).all():
            raise self._server.invalid("holds a vector of zeros, or of numbers that are not finite")
        return found


def field(reply: Any, name: str) -> Any:
    """A field of a reply that should be an object, None where it has none."""
    return reply.get(name) if isinstance(reply, dict) else None
