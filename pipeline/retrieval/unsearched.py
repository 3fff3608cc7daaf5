"""In a retriever's place, for an architecture that searches by itself: it names the documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ragatta.pipeline.types import Hit


@dataclass(frozen=True)
class Unsearched:
    """Finds nothing: no collection was built."""

    documents: tuple[str, ...]
    tables_apart: bool = False

    def search(self, query: str, *chosen: Any, **how: Any) -> list[Hit]:  # noqa: ARG002
        """No hits."""
        return []

    def expand(self, hits: Sequence[Hit], query: str | None = None, about: str = "") -> list[Hit]:  # noqa: ARG002
        """The hits as they are."""
        return list(hits)
