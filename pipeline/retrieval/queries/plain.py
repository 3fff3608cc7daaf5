"""The query as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.pipeline.retrieval.query_preparation import Ask, Queries, SearchOnce
from ragatta.pipeline.types import Hit


@dataclass(frozen=True)
class Plain(Queries):
    """As Queries says."""

    ASKS_A_MODEL: ClassVar[bool] = False

    def find(self, query: str, ask: Ask, search: SearchOnce) -> list[Hit]:  # noqa: ARG002
        """One search."""
        return search(query)
