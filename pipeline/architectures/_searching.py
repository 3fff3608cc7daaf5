"""What an architecture is handed that searches as the configuration says."""

from __future__ import annotations

from dataclasses import dataclass

from ragatta.pipeline.architecture import Architecture
from ragatta.pipeline.retrieval.queries.plain import Plain
from ragatta.pipeline.retrieval.query_preparation import Queries
from ragatta.pipeline.retrieval.reranker import Reranker
from ragatta.pipeline.retrieval.rerankers.none import Unranked
from ragatta.pipeline.retrieval.search import Search
from ragatta.pipeline.retrieval.searches.semantic import Semantic
from ragatta.pipeline.retrieval.window import Window
from ragatta.pipeline.retrieval.windows.fixed import Fixed


@dataclass(frozen=True)
class Searching(Architecture):
    """All techniques of a search."""

    retrieval: Search = Semantic()
    queries: Queries = Plain()
    reranker: Reranker = Unranked()
    window: Window = Fixed()
