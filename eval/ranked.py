"""Measures of a ranking against judgements, as trec_eval computes them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

NDCG, RECALL, MAP, MRR = "nDCG@10", "recall@100", "MAP", "MRR"
MEASURES = (NDCG, RECALL, MAP, MRR)


def measures(found: Sequence[str], relevance: Mapping[str, int]) -> dict[str, float]:
    """Each measure, from 0 to 1, of the ids found for a query, best first; all 0 where nothing is relevant.

    nDCG has the gain itself over log2(rank + 1), after Järvelin and Kekäläinen 2002. A document is relevant if its
    grade is above 0."""
    grades = [max(relevance.get(name, 0), 0) for name in found]
    ideal = sorted((max(grade, 0) for grade in relevance.values()), reverse=True)
    relevant = sum(grade > 0 for grade in ideal)
    if not relevant:
        return dict.fromkeys(MEASURES, 0.0)
    hits = [rank for rank, grade in enumerate(grades, 1) if grade]
    return {
        NDCG: _gain(grades[:10]) / _gain(ideal[:10]),
        RECALL: sum(rank <= 100 for rank in hits) / relevant,
        MAP: sum(count / rank for count, rank in enumerate(hits, 1)) / relevant,
        MRR: 1 / hits[0] if hits else 0.0,
    }


def _gain(grades: Sequence[int]) -> float:
    return sum(grade / math.log2(rank + 1) for rank, grade in enumerate(grades, 1))
