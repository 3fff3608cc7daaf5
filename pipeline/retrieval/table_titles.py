"""Ranks tables by their titles: a third ranking in a hybrid search, of the tables whose whole title is in the query.

Tables of one kind have the same columns, and a long table repeats their names in every row, so a small table can be
told only by its title. It is fused like the other two rankings (fusion.py), with the weight of one of them.
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
    """The titles of a collection's tables, read once. Only the last part of a title counts, because tables share the
    outer parts."""

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
        """1/(k + rank) for the chunks of tables whose whole title is in the query, shape (chunks,); 0 for others.
        Titles with rarer words come first; equal ones share a rank."""
        query_tokens = frozenset(tokens(query))
        marks = {words: sum(self._weights[word] for word in words) for words in self._places if words <= query_tokens}
        ranks = {mark: rank for rank, mark in enumerate(sorted(set(marks.values()), reverse=True), 1)}
        scores = np.zeros(self._chunks)
        for words, mark in marks.items():
            scores[self._places[words]] = 1 / (k + ranks[mark])
        return scores
