"""Context pruning: which snippets of many searches stay under a budget of tokens.

Searches rank by scores that cannot be compared (BM25, cosine, a reranker's), so relevance is reciprocal rank fusion
over all of them: a snippet that several searches rank high is most relevant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ragatta.pipeline.types import Hit

RANK_CONSTANT = 60  # of reciprocal rank fusion (Cormack, Clarke and Buettcher, 2009)


@dataclass(frozen=True)
class Pruned:
    """The `kept` hits of each search, in its order, and the ids of the `dropped` chunks, the most relevant first."""

    kept: tuple[tuple[Hit, ...], ...]
    dropped: tuple[str, ...]


def prune(searches: Sequence[Sequence[Hit]], budget: int, count_tokens: Callable[[str], int]) -> Pruned:
    """The most relevant snippets that fit the budget, each counted once. After a snippet that does not fit, a smaller
    one may still be kept. Ties go to the earlier search, then to its order."""
    order = relevance(searches)
    texts = {hit.chunk.id: hit.chunk.text for hits in searches for hit in hits}
    kept: set[str] = set()
    dropped: list[str] = []
    tokens = 0
    for id_ in sorted(order, key=lambda id_: -order[id_]):
        size = count_tokens(texts[id_])
        if tokens + size <= budget:
            kept.add(id_)
            tokens += size
        else:
            dropped.append(id_)
    return Pruned(tuple(tuple(hit for hit in hits if hit.chunk.id in kept) for hits in searches), tuple(dropped))


def relevance(searches: Sequence[Sequence[Hit]]) -> dict[str, float]:
    """The fused reciprocal rank of each chunk id, in the order in which the chunks were first found."""
    found: dict[str, float] = {}
    for hits in searches:
        for rank, hit in enumerate(hits, 1):
            found[hit.chunk.id] = found.get(hit.chunk.id, 0.0) + 1 / (RANK_CONSTANT + rank)
    return found
