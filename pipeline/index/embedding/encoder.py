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
        """Everything that determines the vector of a stored text, as JSON values."""

    def embed(self, texts: Sequence[str], progress: Callable[[int], None] | None = None) -> Vector:
        """Unit vectors of `texts`, float32 (n, dimensions). `progress` is called with the number done so far."""

    def embed_query(self, text: str) -> Vector:
        """The unit vector of a query, float32 (dimensions,)."""

    def token_vectors(self, texts: Sequence[str]) -> list[Vector]:
        """The unit vectors of each text's tokens, float32 (tokens, dimensions). Raises ValueError for a model that
        gives one vector per text."""

    def query_token_vectors(self, text: str) -> Vector:
        """The same for a query."""

    def count_tokens(self, text: str) -> int:
        """The number of tokens of the whole text."""

    def token_spans(self, text: str) -> Sequence[tuple[int, int]]:
        """The character offsets (start, exclusive end) of the tokens of the whole text."""
