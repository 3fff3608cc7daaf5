"""What a model makes of a query before it is searched for. One way a file of queries/."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from ragatta.pipeline.llm.seam import Prompt, R
from ragatta.pipeline.plugins.protocols import brief_value
from ragatta.pipeline.plugins.technique import Technique, Techniques
from ragatta.pipeline.types import Hit


class Ask(Protocol):
    """A model's validated reply to a prompt. Raises ModelError."""

    def __call__(self, prompt: Prompt[R]) -> R: ...


class SearchOnce(Protocol):
    """The hits of one search by `words`; `meant` are passages whose vectors are averaged with that of the words."""

    def __call__(self, words: str, meant: Sequence[str] = ()) -> list[Hit]: ...


@dataclass(frozen=True)
class Queries(Technique):
    """How a query is prepared."""

    KEY: ClassVar[str] = "queries"
    ASKS_A_MODEL: ClassVar[bool] = True

    @abstractmethod
    def find(self, query: str, ask: Ask, search: SearchOnce) -> list[Hit]:
        """The hits for a query, the best first. Raises ModelError."""


QUERIES = Techniques("queries", Queries)


def prepared(queries: Queries, search_with: Any, ask: Ask) -> Any:
    """The search `search_with`, with its queries prepared."""
    if not queries.ASKS_A_MODEL:
        return search_with

    def search(query: str, documents: Sequence[str] | None = None, top_k: int | None = None, **more: Any) -> list[Hit]:
        def once(words: str, meant: Sequence[str] = ()) -> list[Hit]:
            found: list[Hit] = search_with(words, documents, top_k, meant=meant, **more)
            return found

        hits = queries.find(query, ask, once)
        if not isinstance(hits, list) or not all(isinstance(one, Hit) for one in hits):
            raise QUERIES.broken(queries.name, f"find returned {brief_value(hits)}, not a list of hits", queries.find)
        return hits

    return search
