"""An encoder around another one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ragatta.pipeline.index.embedding.encoder import Encoder, Vector


class Wrapped:
    """An `Encoder` that leaves to `encoder` what a subclass does not do. Nothing is asked of it before it is needed."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        if at_once := getattr(encoder, "at_once", 0):
            self.at_once = at_once

    @property
    def dimensions(self) -> int:
        return self._encoder.dimensions

    @property
    def identity(self) -> Mapping[str, Any]:
        return self._encoder.identity

    def embed(self, texts: Sequence[str], progress: Callable[[int], None] | None = None) -> Vector:
        return self._encoder.embed(texts, progress)

    def embed_query(self, text: str) -> Vector:
        return self._encoder.embed_query(text)

    def token_vectors(self, texts: Sequence[str]) -> list[Vector]:
        return self._encoder.token_vectors(texts)

    def query_token_vectors(self, text: str) -> Vector:
        return self._encoder.query_token_vectors(text)

    def count_tokens(self, text: str) -> int:
        return self._encoder.count_tokens(text)

    def token_spans(self, text: str) -> Sequence[tuple[int, int]]:
        return self._encoder.token_spans(text)
