"""Tables of contents, for questions that ask for a list: finds the best part of one besides the usual hits, and expands
every part to the whole table of contents.

They are recognised by lines that end in dot leaders and a page number. Such lines match a query poorly, so passages
that mention an entry rank above them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ragatta.pipeline.retrieval.window import ChunkAt
from ragatta.pipeline.types import Chunk, Hit

# A run of leaders is tried once, from its beginning, and given up whole: a page of dots takes as long as its length.
_ENTRY = re.compile(r"(?<![.…·_])(?<![.…·_][ \t])(?:[.…·_][ \t]?){3,}+[^\n\w.…·]*\d{1,4}[ \t]*$", re.MULTILINE)
_LEAST = 3  # entries of a chunk that is one of a table of contents


def is_contents(text: str) -> bool:
    """Whether a text is part of a table of contents."""
    return sum(1 for _ in _ENTRY.finditer(text)) >= _LEAST


def whole(hits: Sequence[Hit], chunk_at: ChunkAt) -> list[Hit]:
    """The hits, and the chunks before and after them that continue a table of contents, every chunk once, in the order
    of documents and chunks. A continuing chunk has rank 0, and the score and similarity of its hit."""
    found = {(hit.chunk.source_file, hit.chunk.chunk_index): hit for hit in hits}
    for hit in hits:
        for side in (-1, 1):
            for place, chunk in _going_on(hit, side, chunk_at):
                found.setdefault(place, Hit(chunk, hit.score, hit.similarity, rank=0, found_by="window"))
    order = {file: at for at, file in enumerate(dict.fromkeys(hit.chunk.source_file for hit in hits))}
    return [found[place] for place in sorted(found, key=lambda place: (order[place[0]], place[1]))]


def _going_on(hit: Hit, side: int, chunk_at: ChunkAt) -> Iterator[tuple[tuple[str, int], Chunk]]:
    chunk: Chunk | None = hit.chunk
    while chunk and is_contents(chunk.text):
        place = (chunk.source_file, chunk.chunk_index + side)
        chunk = chunk_at(*place)
        if chunk and is_contents(chunk.text):
            yield place, chunk
