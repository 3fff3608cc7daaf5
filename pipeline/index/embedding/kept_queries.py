"""The vectors of queries, made once for all variations that ask the same questions.

A pipeline that answers one question has to make its vector, so the seconds that this took count in every answer that
uses the kept one (`answering_time`). A long wait for a server counts only in the answer that waited.
"""

from __future__ import annotations

from collections import deque
from statistics import median
from threading import Lock

from ragatta.pipeline.index.embedding.encoder import Encoder, Vector
from ragatta.pipeline.index.embedding.wrapped import Wrapped
from ragatta.pipeline.machine.clock import answering_time, owe

MOST = 64 * 2**20  # bytes of vectors in memory
USUAL = 3  # medians that a vector owes at most: a wait for a server is of one answer, not of all


class KeptQueries(Wrapped):
    """An `Encoder` that embeds by `encoder`, a query once."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__(encoder)
        self._kept: dict[str, tuple[Vector, float]] = {}
        self._noting = Lock()
        self._took: deque[float] = deque(maxlen=99)  # seconds of the last ones

    def embed_query(self, text: str) -> Vector:
        """As an `Encoder`. The array is not to be written to."""
        if kept := self._kept.get(text):
            vector, seconds = kept
            with self._noting:
                usual = USUAL * median(self._took)
            owe(min(seconds, usual))
            return vector
        _ = self._encoder.dimensions  # the model is read before the time of a vector begins
        begun = answering_time()
        vector = self._encoder.embed_query(text)
        vector.setflags(write=False)
        if len(self._kept) * vector.nbytes < MOST:
            seconds = answering_time() - begun
            with self._noting:
                self._took.append(seconds)
            self._kept[text] = vector, seconds
        return vector
