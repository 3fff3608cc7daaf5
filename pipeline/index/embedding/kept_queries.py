"""The vectors of queries, made once for all variations that ask the same questions.

Whoever answers one question makes its vector, so its seconds count in every answer: those that it took when it was made
are owed where it is taken from here (`answering_time`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any

from ragatta.pipeline.index.embedding.encoder import Encoder, Vector
from ragatta.pipeline.machine.clock import answering_time, owe

MOST = 20_000  # vectors in memory: 30 MB of MiniLM's


class KeptQueries:
    """An `Encoder` that embeds by `encoder`, a query once."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._kept: dict[str, tuple[Vector, float]] = {}
        self._warming, self._warm = Lock(), False
        if at_once := getattr(encoder, "at_once", 0):
            self.at_once = at_once

    def embed_query(self, text: str) -> Vector:
        """As an `Encoder`. The array is not to be written to."""
        if kept := self._kept.get(text):
            vector, seconds = kept
            owe(seconds)
            return vector
        with self._warming:
            if not self._warm:  # the first vector waits for the model to be read, which no other does
                self._encoder.embed_query(text)
                self._warm = True
        begun = answering_time()
        vector = self._encoder.embed_query(text)
        vector.setflags(write=False)
        if len(self._kept) < MOST:
            self._kept[text] = vector, answering_time() - begun
        return vector

    @property
    def dimensions(self) -> int:
        return self._encoder.dimensions

    @property
    def identity(self) -> Mapping[str, Any]:
        return self._encoder.identity

    def embed(self, texts: Sequence[str], progress: Callable[[int], None] | None = None) -> Vector:
        return self._encoder.embed(texts, progress)

    def token_vectors(self, texts: Sequence[str]) -> list[Vector]:
        return self._encoder.token_vectors(texts)

    def query_token_vectors(self, text: str) -> Vector:
        return self._encoder.query_token_vectors(text)

    def count_tokens(self, text: str) -> int:
        return self._encoder.count_tokens(text)

    def token_spans(self, text: str) -> Sequence[tuple[int, int]]:
        return self._encoder.token_spans(text)
