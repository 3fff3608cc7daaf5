"""The notes that are put before chunks for search (chunking.contextual)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from ragatta.pipeline.types import Chunk

BATCH = 64  # chunks that are noted together


@dataclass(frozen=True)
class Notes:
    """`write` gives a note for each chunk; `identity` is what decides them, as JSON values."""

    identity: Mapping[str, Any]
    write: Callable[[Sequence[Chunk]], Sequence[str]]

    def put_on(self, chunks: Iterator[Chunk]) -> Iterator[Chunk]:
        """The chunks with their notes."""
        while batch := list(islice(chunks, BATCH)):
            for chunk, note in zip(batch, self.write(batch), strict=True):
                yield replace(chunk, note=note)
