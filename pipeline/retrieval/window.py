"""Sliding-window expansion: small chunks are found, their neighbours are read too (seed 001, decision 5b)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pipeline.types import Chunk, Hit

# (source_file, chunk_index) → the chunk, None beyond the document's ends
ChunkAt = Callable[[str, int], Chunk | None]


def expand(hits: Sequence[Hit], size: int, chunk_at: ChunkAt) -> list[Hit]:
    """The hits and up to `size` neighbours on both sides of each, every chunk once.

    Documents come in the order of their best hits, the chunks of each in the document's order. A hit keeps
    its score and rank. A neighbour has rank 0 and takes score and similarity from the hit it stands nearest
    to (the better ranked of two as near): it was never compared with the query, it is there on that hit's
    evidence.
    """
    found = {(hit.chunk.source_file, hit.chunk.chunk_index): hit for hit in reversed(hits)}
    documents = dict.fromkeys(hit.chunk.source_file for hit in hits)
    for distance in range(1, size + 1):
        for hit in hits:
            for index in (hit.chunk.chunk_index - distance, hit.chunk.chunk_index + distance):
                place = (hit.chunk.source_file, index)
                if place not in found and (chunk := chunk_at(*place)) is not None:
                    found[place] = Hit(chunk, hit.score, hit.similarity, rank=0, found_by="window")
    order = {document: position for position, document in enumerate(documents)}
    return [found[place] for place in sorted(found, key=lambda place: (order[place[0]], place[1]))]
