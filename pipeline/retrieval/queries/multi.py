"""Searches with the query and with wordings of it by a model, and fuses the rankings by reciprocal rank (Rackauckas
2024, "RAG-Fusion"; Cormack, Clarke and Büttcher 2009).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from ragatta.pipeline.plugins.checks import at_least
from ragatta.pipeline.plugins.former import Former
from ragatta.pipeline.retrieval.fusion import RRF_K
from ragatta.pipeline.retrieval.queries.rewrite import reworded
from ragatta.pipeline.retrieval.query_preparation import Ask, Queries, SearchOnce
from ragatta.pipeline.types import Hit

NEEDS = "a model: another llm than extractive"


@dataclass(frozen=True)
class Multi(Queries):
    """`count` wordings, whose rankings are fused by reciprocal ranks."""

    HELPS: ClassVar[tuple[str, ...]] = ("retrieval",)
    FORMER: ClassVar[Mapping[str, Former]] = {"rrf_k": Former(RRF_K, constant="pipeline/retrieval/fusion.py")}
    count: int = 3

    def find(self, query: str, ask: Ask, search: SearchOnce) -> list[Hit]:
        """As the protocol says: as many hits as one search gives."""
        wordings = dict.fromkeys([query, *reworded(query, self.count, ask)])
        return fused([search(words) for words in wordings])

    def problems(self) -> list[str]:
        return at_least("queries.count", self.count, 1, 20)


def fused(rankings: Sequence[Sequence[Hit]]) -> list[Hit]:
    """The chunks with the greatest sums of 1 / (RRF_K + rank), ties in the order in which they were found; as many as
    the longest ranking has. A hit's similarity is its best."""
    best: dict[str, Hit] = {}
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, hit in enumerate(ranking, 1):
            known = best.setdefault(hit.chunk.id, hit)
            best[hit.chunk.id] = replace(known, similarity=max(known.similarity, hit.similarity))
            scores[hit.chunk.id] = scores.get(hit.chunk.id, 0.0) + 1 / (RRF_K + rank)
    order = sorted(scores, key=lambda chunk: -scores[chunk])[: max(map(len, rankings), default=0)]
    return [replace(best[chunk], score=scores[chunk], rank=rank) for rank, chunk in enumerate(order, 1)]
