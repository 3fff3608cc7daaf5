"""Tables by their titles: a third ranking of a hybrid search, of the tables whose title the query says in full.

Tables of one kind have the same columns, and a long one says their names again with every row; what tells a small one
is its title. Fused like the other two rankings (fusion.py), with the weight of one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ragatta.pipeline.tables.row_text import read
from ragatta.pipeline.text.mentions import tokens
from ragatta.pipeline.text.words import weigh
from ragatta.pipeline.types import Chunk


class TableTitles:
    """The titles of a collection's tables, read once. Of a title the last part counts: the outer ones are shared."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._chunks = len(chunks)
        self._places: dict[frozenset[str], list[int]] = {}
        for at, chunk in enumerate(chunks):
            group = read(chunk.text) if chunk.table else None
            if group and group.title and (words := frozenset(tokens(group.title[-1]))):
                self._places.setdefault(words, []).append(at)
        titles = list(self._places)
        self._weights = weigh((word for words in titles for word in words), titles)

    def scores(self, query: str, k: int) -> NDArray[np.float64]:
        """1/(k + rank) for the chunks of the tables whose title the query says in full, shape (chunks,); 0 for others.
        The title whose words tell more comes first; titles that tell as much share a rank."""
        said = frozenset(tokens(query))
        marks = {words: sum(self._weights[word] for word in words) for words in self._places if words <= said}
        ranks = {mark: rank for rank, mark in enumerate(sorted(set(marks.values()), reverse=True), 1)}
        scores = np.zeros(self._chunks)
        for words, mark in marks.items():
            scores[self._places[words]] = 1 / (k + ranks[mark])
        return scores
