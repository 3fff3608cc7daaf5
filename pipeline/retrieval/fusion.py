"""Reciprocal Rank Fusion of a semantic and a lexical ranking (Cormack, Clarke and Büttcher 2009; weighted by alpha):
alpha/(k + semantic rank) + (1 - alpha)/(k + BM25 rank), ranks from 1."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ragatta.pipeline.retrieval.ranking import Mask, Ranking, Scores, best, ranks

RRF_K = 60  # the paper's, which found the choice not critical
LEAST_DEPTH = 1000  # of the part of a ranking that is sorted: the deeper, the fewer chunks have to be counted


def reciprocal_rank_fusion(
    semantic: Ranking, lexical: Ranking, chunks: int, alpha: float, k: int
) -> NDArray[np.float64]:
    """The fused score of each of `chunks` chunks. A chunk that one ranking lacks gets only the other ranking's term; 0
    if both lack it."""
    scores = np.zeros(chunks)
    scores[semantic] += alpha / (k + np.arange(1, len(semantic) + 1))
    scores[lexical] += (1 - alpha) / (k + np.arange(1, len(lexical) + 1))
    return scores


@dataclass(frozen=True)
class Fusion:
    """The same fusion without two complete rankings: only the best of each are sorted, and results are the same to the
    last bit. The semantic ranking has every chunk, the lexical one those that are `matching`; ties in their order.

    Below rank D in both rankings a chunk scores at most alpha/(k + D + 1) + (1 - alpha)/(k + D + 1), also in floating
    point, where rounding keeps the order. So the best are final if the last of them scores more. The first `count` of
    the ranking with the larger share, at least 1/2, score at least 1/2/(k + count): D = k + 2 * count is enough.
    """

    semantic: Scores
    lexical: Scores
    matching: Mask
    alpha: float
    k: int

    def best(self, count: int) -> Ranking:
        """The `count` best chunks, ties in their order."""
        depth = max(LEAST_DEPTH, self.k + 2 * count)
        if len(self.semantic) <= depth:
            return self._best_of_all(count)
        tops = [best(scores, mask, depth) for _, scores, mask in self._rankings]
        near = np.unique(np.concatenate(tops))
        least, most, beyond = np.zeros(len(near)), np.zeros(len(near)), 0.0  # of what is near, and of what is not
        for (share, _, _), top in zip(self._rankings, tops, strict=True):
            terms = share / (self.k + np.arange(1, depth + 2))
            below = terms[depth] if len(top) == depth else 0.0
            known = np.searchsorted(near, top)
            unknown = np.ones(len(near), dtype=np.bool_)
            unknown[known] = False
            least[known] += terms[: len(top)]
            most[known] += terms[: len(top)]
            most[unknown] += below
            beyond += below
        near = near[most >= np.partition(least, -count)[-count]]
        scores = self.scores(near)
        order = np.argsort(-scores, kind="stable")[:count]
        return near[order] if scores[order[-1]] > beyond else self._best_of_all(count)

    def scores(self, chunks: Ranking) -> NDArray[np.float64]:
        """The fused scores of these chunks."""
        found = np.zeros(len(chunks))
        for share, scores, mask in self._rankings:
            inside = mask[chunks]
            found[inside] += share / (self.k + ranks(scores, mask, chunks[inside]))
        return found

    def _best_of_all(self, count: int) -> Ranking:
        semantic, lexical = (best(scores, mask) for _, scores, mask in self._rankings)
        fused = reciprocal_rank_fusion(semantic, lexical, len(self.semantic), self.alpha, self.k)
        return best(fused, np.ones(len(fused), dtype=np.bool_), count)

    @cached_property
    def _rankings(self) -> tuple[tuple[float, Scores, Mask], ...]:
        """The share, scores and mask of each."""
        every = np.ones(len(self.semantic), dtype=np.bool_)
        return (self.alpha, self.semantic, every), (1 - self.alpha, self.lexical, self.matching)
