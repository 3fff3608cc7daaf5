"""A retriever over a collection, as the index opens one."""

from __future__ import annotations

from typing import Any

from ragatta.pipeline.index.collection import Collection
from ragatta.pipeline.retrieval import analyser
from ragatta.pipeline.retrieval.bm25 import Bm25
from ragatta.pipeline.retrieval.retriever import Retriever
from ragatta.pipeline.retrieval.search import Search
from ragatta.pipeline.retrieval.searches.semantic import Semantic


def retriever_over(
    collection: Collection, encoder: Any, search: Search | None = None, words: str = "english", **more: Any
) -> Retriever:
    """`words` names the analyser of BM25."""
    lexical = Bm25([chunk.searched for chunk in collection.chunks], analyser.load(words))
    return Retriever(collection, encoder, search or Semantic(), lexical, **more)
