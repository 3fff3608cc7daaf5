"""Long texts in windows: each is embedded by itself, and the mean of their vectors stands for the text.

A window is at most as many whole tokens as the embedder reads. The windows of a text do not overlap, have about the
same length, and end between words where they can. The mean leaves one vector a chunk, which is what a collection holds;
the best window for a query (MaxP of Dai and Callan 2019, "Deeper Text Understanding for IR with Contextual Neural
Language Modeling") would need a vector of each.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from ragatta.pipeline.index.embedding.encoder import Encoder, Vector
from ragatta.pipeline.index.embedding.onnx_encoder import unit
from ragatta.pipeline.index.embedding.wrapped import Wrapped
from ragatta.pipeline.index.unseen import room_of
from ragatta.pipeline.plugins.identity import code_digest


class Pooled(Wrapped):
    """An `Encoder` that embeds by `encoder`. A text within the limit, and a query, has the vector that `encoder` gives
    it."""

    def __init__(self, encoder: Encoder) -> None:
        """Raises ValueError for an embedder that does not say how many tokens it reads, or reads its prefix alone."""
        room = room_of(encoder)
        if not room:
            why = (
                "reads nothing behind embedder.document_prefix"
                if room == 0
                else "does not say how many tokens it reads"
            )
            raise ValueError(f"embedder.long=pool: the embedder {why}; set embedder.long=cut")
        super().__init__(encoder)
        self._room = room

    @cached_property
    def identity(self) -> Mapping[str, Any]:
        """As an `Encoder`."""
        return {**self._encoder.identity, "long": {"pool": "mean", "code": code_digest(__name__)}}

    def embed(self, texts: Sequence[str], progress: Callable[[int], None] | None = None) -> Vector:
        """As an `Encoder`."""
        windows = [self._windows(text) for text in texts]
        ends = [0, *accumulate(map(len, windows))]

        def report(done: int) -> None:
            if progress:
                progress(bisect_right(ends, done) - 1)

        found = self._encoder.embed([window for of_text in windows for window in of_text], report)
        pooled = [_mean(found[first:end]) for first, end in pairwise(ends)]
        return np.array(pooled, np.float32).reshape(len(texts), self.dimensions)

    def _windows(self, text: str) -> list[str]:
        """The text itself where it fits."""
        spans = self._encoder.token_spans(text)
        if len(spans) <= self._room:
            return [text]
        found, begin = [], 0
        while begin < len(spans):
            left = len(spans) - begin
            size = -(-left // -(-left // self._room))  # of equal windows for what is left
            end = _before_a_word(text, spans, begin, begin + size)
            found.append(text[spans[begin][0] : spans[end - 1][1]])
            begin = end
        return found


def _mean(windows: Vector) -> Vector:
    """The vector of a text of one window is that window's, bit for bit."""
    return windows[0] if len(windows) == 1 else unit(windows.mean(axis=0))


def _before_a_word(text: str, spans: Sequence[tuple[int, int]], begin: int, end: int) -> int:
    """The last token in the second half, up to `end`, that does not continue a word; `end` where all of them do."""
    return next((at for at in range(end, (begin + end) // 2, -1) if not _continues(text, spans, at)), end)


def _continues(text: str, spans: Sequence[tuple[int, int]], at: int) -> bool:
    """Whether a token continues the word of the one before it, as "##s" does."""
    if at == len(spans):
        return False
    start = spans[at][0]
    return text[start - 1].isalnum() and text[start].isalnum()
