"""Sliding-window expansion: small chunks are found, and their neighbours are read too. One kind of window a file of
windows/."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ragatta.pipeline.plugins.technique import Technique, Techniques, tried
from ragatta.pipeline.types import Chunk, Hit

# (source_file, chunk_index) → the chunk, None beyond the document's ends
ChunkAt = Callable[[str, int], Chunk | None]
Near = Callable[[Hit, Chunk], bool]
CosineOf = Callable[[Chunk], float]  # of a chunk to the query that found the hits


@dataclass(frozen=True)
class Window(Technique):
    """The neighbours of a hit that are read with it: up to `size` on each side, by chunk_index."""

    KEY: ClassVar[str] = "window"
    NEEDS_QUERY: ClassVar[bool] = False  # whether it asks for the cosine of a chunk
    size: int = tried(0, retrieval=(2, 4))
    whole_contents: bool = False  # for a list: the best table of contents is found too, and read whole

    def near(self, cosine: CosineOf) -> Near | None:  # noqa: ARG002
        """Whether a neighbour is near enough to its hit; None where all are."""
        return None

    def problems(self) -> list[str]:
        return self.least(size=0)


WINDOWS = Techniques("windows", Window)


def expand(hits: Sequence[Hit], size: int, chunk_at: ChunkAt, near: Near | None = None) -> list[Hit]:
    """The hits and up to `size` neighbours on each side, without duplicates. `near` decides whether a neighbour is
    similar enough to the hit's query; the window grows on each side up to the first that is not. Documents are ordered
    by their best hits, chunks by their place. A hit keeps score and rank; a neighbour has rank 0, and the score and
    similarity of the nearest hit (of two, the better ranked)."""
    found = {(hit.chunk.source_file, hit.chunk.chunk_index): hit for hit in reversed(hits)}
    documents = dict.fromkeys(hit.chunk.source_file for hit in hits)
    growing = [(hit, side) for hit in hits for side in (-1, 1)]
    for distance in range(1, size + 1):
        still = []
        for hit, side in growing:
            place = (hit.chunk.source_file, hit.chunk.chunk_index + side * distance)
            chunk = chunk_at(*place)
            if chunk is None or (near is not None and not near(hit, chunk)):
                continue
            still.append((hit, side))
            if place not in found:
                found[place] = Hit(chunk, hit.score, hit.similarity, rank=0, found_by="window")
        growing = still
    order = {document: position for position, document in enumerate(documents)}
    return [found[place] for place in sorted(found, key=lambda place: (order[place[0]], place[1]))]
