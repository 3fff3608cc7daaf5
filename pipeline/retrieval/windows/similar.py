"""Neighbours as long as their cosine to the query is near that of their hit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.pipeline.retrieval.window import CosineOf, Near, Window
from ragatta.pipeline.types import Chunk, Hit


@dataclass(frozen=True)
class Similar(Window):
    """As Window says."""

    NEEDS_QUERY: ClassVar[bool] = True
    similarity: float = 0.5  # how near: the least share of the hit's cosine, 0 to 1

    def near(self, cosine: CosineOf) -> Near:
        """Whether its cosine is at least that share of its hit's."""

        def near(hit: Hit, neighbour: Chunk) -> bool:
            return cosine(neighbour) >= self.similarity * hit.similarity

        return near

    def problems(self) -> list[str]:
        return [*super().problems(), *self.shares("similarity")]
