"""The vectors of queries, made once for all variations that ask the same questions.

Whoever answers one question makes its vector, so its seconds count in every answer: those that it took when it was made
are owed where it is taken from here (`answering_time`).
"""

from __future__ import annotations

from threading import Lock

from ragatta.pipeline.index.embedding.encoder import Encoder, Vector
from ragatta.pipeline.index.embedding.wrapped import Wrapped
from ragatta.pipeline.machine.clock import answering_time, owe

MOST = 20_000  # vectors in memory: 30 MB of MiniLM's


class KeptQueries(Wrapped):
    """An `Encoder` that embeds by `encoder`, a query once."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__(encoder)
        self._kept: dict[str, tuple[Vector, float]] = {}
        self._warming, self._warm = Lock(), False

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
