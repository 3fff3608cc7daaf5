"""The protocol of an encoder: text → vector."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

Vector = np.ndarray[Any, np.dtype[np.float32]]


class Encoder(Protocol):
    """Safe to share between threads. A vector is a function of its text."""

    @property
    def dimensions(self) -> int:
        """Of a vector."""

    @property
    def identity(self) -> Mapping[str, Any]:
        """What decides the vector of a text that is stored, as JSON values."""

    def embed(self, texts: Sequence[str], progress: Callable[[int], None] | None = None) -> Vector:
        """Unit vectors of `texts`, float32 (n, dimensions). `progress` is told how many are done so far."""

    def embed_query(self, text: str) -> Vector:
        """The unit vector of a query, float32 (dimensions,)."""

    def token_vectors(self, texts: Sequence[str]) -> list[Vector]:
        """Of each text the unit vectors of its tokens, float32 (tokens, dimensions). Raises ValueError for a model that
        gives one vector a text."""

    def query_token_vectors(self, text: str) -> Vector:
        """The same of a query."""

    def count_tokens(self, text: str) -> int:
        """Tokens of the whole text."""

    def token_spans(self, text: str) -> Sequence[tuple[int, int]]:
        """Where the tokens of the whole text stand: character offsets, the end exclusive."""
