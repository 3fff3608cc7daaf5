"""Neighbours that begin or end on a page of the hit."""

from __future__ import annotations

from dataclasses import dataclass

from ragatta.pipeline.retrieval.window import CosineOf, Near, Window
from ragatta.pipeline.types import Chunk, Hit


@dataclass(frozen=True)
class SamePage(Window):
    """As Window says."""

    def near(self, cosine: CosineOf) -> Near:  # noqa: ARG002
        """Whether it begins or ends on a page of the hit."""
        return _on_the_page


def _on_the_page(hit: Hit, neighbour: Chunk) -> bool:
    return neighbour.first_page <= hit.chunk.last_page and neighbour.last_page >= hit.chunk.first_page
