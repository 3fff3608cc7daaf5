"""Opens the embedder that the settings name, and makes a whole `Encoder` of it.

Prefixes, unit length, checks of what came, and the identity are the same for every embedder, one of a package included.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ragatta.pipeline.index.embedder import EMBEDDERS, Embedder, Embedding, Opening, Progress
from ragatta.pipeline.index.embedders.minilm import MiniLM
from ragatta.pipeline.index.embedding.encoder import Encoder, Vector
from ragatta.pipeline.index.embedding.onnx_encoder import unit
from ragatta.pipeline.index.embedding.pooled import Pooled
from ragatta.pipeline.index.embedding.vector_cache import WRITTEN, VectorCache
from ragatta.pipeline.plugins.identity import code_digest, digest, identity_of, short

if TYPE_CHECKING:
    from ragatta.pipeline.llm.json_server import JsonServer
    from ragatta.pipeline.llm.meter import Meter
    from ragatta.pipeline.llm.model_server import ModelServer

PROBE = "A fixed text, whose vector tells one embedding model from another: rates, rules and 1,234 territories."
SAME = 0.99995  # cosine of two vectors of one text by one model; other weights, and quantised ones, are further apart
_PIECE = re.compile(r"[^\W_]{1,6}|[^\w\s]|_")


def opening(models: Path, cache: VectorCache, meter: Meter | None = None) -> Opening:
    """What an embedder may use; `meter` counts its calls."""
    from ragatta.pipeline.llm.json_server import JsonServer
    from ragatta.pipeline.llm.meter import Meter

    counted = meter or Meter()

    def connect(server: ModelServer, kind: str, url: str) -> JsonServer:
        return JsonServer(server, "embedder.server", kind, url, counted)

    return Opening(models, cache, connect)


def open_embedder(settings: Embedder, opening: Opening) -> Encoder:
    """The encoder of these settings. Raises what the embedder raises, and ValueError for vectors that are none, or for
    embedder.long=pool where it says no limit."""
    opened = _opened(settings, opening)
    return Pooled(opened) if settings.long == "pool" else opened


def _opened(settings: Embedder, opening: Opening) -> Encoder:
    if isinstance(settings, MiniLM):
        return settings.open(opening)
    made = EMBEDDERS.made(settings.name, settings.open, settings.open(opening), Embedding)
    return Opened(made, settings, opening.cache)


class Opened:
    """An `Encoder`. Without a tokenizer of the embedder's own, a token is a sign, or up to six letters of a word."""

    def __init__(self, made: Embedding, settings: Embedder, cache: VectorCache) -> None:
        self._made, self._settings = made, settings
        self.at_once: int = getattr(made, "at_once", WRITTEN)  # texts that `embed` is best handed at once
        own = identity_of(EMBEDDERS, settings.name, made.identity)
        code = code_digest(type(settings).__module__)
        ingredients = {"name": settings.name, **own, "code": code, **settings.vector_settings}
        found = self._checked(made.embed([PROBE]), 1)[0]
        self.dimensions = len(found)
        self._first = found if settings.PROBED else None
        probed = {} if self._first is None else {"probe": _probe(found, digest(ingredients), cache)}
        self.identity: Mapping[str, Any] = {**ingredients, **probed}

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Vector:
        """Unit vectors of `texts`, float32 (n, dimensions), after the document prefix. Raises BrokenPart if the model
        has changed since the embedder was opened."""
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        prefixed = [self._settings.document_prefix + text for text in texts]
        found = self._checked(self._made.embed(prefixed, progress), len(texts), self.dimensions)
        self._check_model()
        return found

    def _check_model(self) -> None:
        """Embeds the probe again. It is asked for after the texts: a server that changed among them shows it."""
        if self._first is None:
            return
        cosine = float(self._checked(self._made.embed([PROBE]), 1, self.dimensions)[0] @ self._first)
        if cosine < SAME:
            words = f"the model changed while texts were embedded (cosine {cosine:.4f} between two vectors of one text)"
            raise EMBEDDERS.broken(
                self._settings.name, f"{words}; run the same command again to embed with the new one"
            )

    def embed_query(self, text: str) -> Vector:
        """The unit vector of a query, float32 (dimensions,), after the query prefix."""
        found = self._made.embed_query(self._settings.query_prefix + text)
        vector: Vector = self._checked([found], 1, self.dimensions, self._made.embed_query)[0]
        return vector

    def token_vectors(self, texts: Sequence[str]) -> list[Vector]:
        """As an `Encoder`. Raises ValueError for an embedder that gives one vector a text."""
        found: list[Vector] = self._of_tokens("token_vectors")(texts)
        return found

    def query_token_vectors(self, text: str) -> Vector:
        """As an `Encoder`. Raises ValueError for an embedder that gives one vector a text."""
        found: Vector = self._of_tokens("query_token_vectors")(self._settings.query_prefix + text)
        return found

    def count_tokens(self, text: str) -> int:
        """As an `Encoder`."""
        return len(self.token_spans(text))

    def token_spans(self, text: str) -> Sequence[tuple[int, int]]:
        """As an `Encoder`."""
        own: Any = getattr(self._made, "token_spans", None)
        found: Sequence[tuple[int, int]] = own(text) if own else [match.span() for match in _PIECE.finditer(text)]
        return found

    def _of_tokens(self, name: str) -> Any:
        own = getattr(self._made, name, None)
        if own is None:
            raise ValueError(f"embedder={self._settings.name} gives one vector a text and none of its tokens")
        return own

    def _checked(self, found: Any, texts: int, dimensions: int | None = None, by: Any = None) -> Vector:
        """Unit vectors. Raises BrokenPart where `by` did not give one of these dimensions for each text."""
        try:
            vectors = np.asarray(found)
        except ValueError:  # rows of different lengths
            vectors = np.empty(0, object)
        wrong = ""
        if vectors.dtype.kind not in "fiu":
            wrong = "is no array of numbers, the same count for each"
        elif vectors.ndim != 2 or len(vectors) != texts or vectors.shape[1] != (dimensions or vectors.shape[1] or 1):
            wrong = f"has the shape {vectors.shape}, not ({texts}, {dimensions or 'dimensions'})"
        elif not np.isfinite(vectors).all():
            wrong = "holds numbers that are not finite"
        elif not vectors.any(axis=1).all():
            wrong = "holds a vector of zeros, which has no direction"
        if wrong:
            words = f"what it gives for {texts} text{'s'[: texts > 1]} {wrong}"
            raise EMBEDDERS.broken(self._settings.name, words, by or self._made.embed)
        return unit(vectors.astype(np.float32))


def _probe(found: Vector, key: str, cache: VectorCache) -> str:
    """Which vector the embedder of this identity gives the probe: a digest of the first that was seen, as long as what
    comes is the same but for the noise of floating-point arithmetic."""
    known = cache.get(key, [PROBE], len(found)).get(PROBE)
    if known is None or float(known @ found) < SAME:
        cache.put(key, {PROBE: found})
        known = found
    return short(digest(np.rint(known * np.sqrt(len(known))).astype(int).tolist()))
