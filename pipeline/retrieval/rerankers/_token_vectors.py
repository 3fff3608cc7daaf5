"""Computes the token vectors of texts once, and keeps them in compact form in a file and, up to a limit, in memory.

A unit vector is stored as int8 with its greatest component as ±127, and scaled to length 1 again when it is used. The
cosine of two vectors of 384 dimensions moves by less than 0.001, root mean square
(tests/pipeline/retrieval/test_token_vectors.py), and a text takes one byte per dimension and token: about 100 KB for
270 tokens of MiniLM. New vectors are used in this form too, so that a score does not depend on the cache.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.plugins.identity import code_digest, digest
from ragatta.pipeline.types import Progress

Compact = NDArray[np.int8]  # shape (tokens, dimensions)
Vectors = NDArray[np.float32]
MEMORY = 256 * 2**20  # bytes of compact vectors held by a process: about 2,600 chunks of 270 tokens
GREATEST = 127
BATCH = 32  # texts read and written at once


class TokenVectors:
    """The token vectors of texts by one encoder, kept in `cache`. Safe to share between threads."""

    def __init__(self, encoder: Encoder, cache: VectorCache, memory: int = MEMORY) -> None:
        self._encoder = encoder
        self._cache = cache
        self._name = digest({"encoder": encoder.identity, "code": code_digest(__name__)})
        self._bound, self._bytes = memory, 0
        self._memory: OrderedDict[str, Compact] = OrderedDict()  # the least lately used first
        self._lock = Lock()

    def prepare(self, texts: Sequence[str], what: str, progress: Progress) -> int:
        """Makes the vectors that are neither in memory nor in the file, and returns the number of texts; `what` labels
        the progress."""
        distinct, made = list(dict.fromkeys(texts)), 0
        for done, batch in _batches(distinct):
            made += self._found(batch)[1]
            progress(what, done + len(batch), len(distinct))
        return made

    def of(self, texts: Sequence[str]) -> list[Compact]:
        """The token vectors of each text, int8 (tokens, dimensions)."""
        found: dict[str, Compact] = {}
        for _, batch in _batches(list(dict.fromkeys(texts))):
            found |= self._found(batch)[0]
        return [found[text] for text in texts]

    def _found(self, texts: Sequence[str]) -> tuple[dict[str, Compact], int]:
        """The token vectors of distinct texts, from memory, else from the file, else from the encoder; and how many
        were made now."""
        known = self._remembered(texts)
        read = self._read([text for text in texts if text not in known])
        unread = [text for text in texts if text not in known and text not in read]
        made = dict(zip(unread, map(compact, self._encoder.token_vectors(unread)), strict=True))
        if made:
            self._cache.write(self._name, {text: vectors.tobytes() for text, vectors in made.items()})
        self._remember(read | made)
        return known | read | made, len(made)

    def _read(self, texts: Sequence[str]) -> dict[str, Compact]:
        """The vectors in the file; an incomplete entry counts as missing."""
        width = self._encoder.dimensions
        blobs = self._cache.read(self._name, texts) if texts else {}
        return {
            text: np.frombuffer(blob, np.int8).reshape(-1, width)
            for text, blob in blobs.items()
            if len(blob) % width == 0
        }

    def _remembered(self, texts: Sequence[str]) -> dict[str, Compact]:
        with self._lock:
            found = {text: self._memory[text] for text in texts if text in self._memory}
            for text in found:
                self._memory.move_to_end(text)
        return found

    def _remember(self, vectors: Mapping[str, Compact]) -> None:
        with self._lock:
            for text, of in vectors.items():
                if text not in self._memory:
                    self._memory[text] = of
                    self._bytes += of.nbytes
            while self._bytes > self._bound:
                self._bytes -= self._memory.popitem(last=False)[1].nbytes


def compact(vectors: Vectors) -> Compact:
    """Unit vectors (tokens, dimensions) as int8, each scaled so that its greatest component is ±127."""
    greatest = np.abs(vectors).max(axis=1, keepdims=True, initial=1e-12)
    scaled: Compact = np.rint(vectors / greatest * GREATEST).astype(np.int8)
    return scaled


def _batches(texts: Sequence[str]) -> Iterator[tuple[int, Sequence[str]]]:
    """Batches of the texts, each with the number of texts before it."""
    for start in range(0, len(texts), BATCH):
        yield start, texts[start : start + BATCH]
