"""The figures of a ranking over a judged collection (experiments/corpora/beir.py reads one), by trec_eval's own code
(pytrec-eval-terrier): nDCG@10 with the gain itself over log2(rank + 1), after Järvelin and Kekäläinen 2002, and
recall@100. A test holds eval/ranked.py against them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

NDCG, RECALL, MAP, P30 = "ndcg_cut_10", "recall_100", "map", "P_30"
ASKED = {NDCG: "ndcg_cut.10", RECALL: "recall.100", MAP: "map", P30: "P.30"}  # as trec_eval takes them


def figures(
    ranked: Mapping[str, Sequence[str]],
    relevance: Mapping[str, Mapping[str, int]],
    metrics: Sequence[str] = (NDCG, RECALL),
) -> dict[str, float]:
    """Mean of each metric over the judged queries, by trec_eval, given each one's document ids, best first. A query
    that found nothing counts as 0."""
    from pytrec_eval import RelevanceEvaluator  # of the development set-up

    # trec_eval orders by score, and equal scores by id: the ranks themselves are the scores
    scored = {query: {name: -float(rank) for rank, name in enumerate(found)} for query, found in ranked.items()}
    judged = {query: dict(documents) for query, documents in relevance.items()}
    found = RelevanceEvaluator(judged, {ASKED[name] for name in metrics}).evaluate(scored)
    return {metric: sum(each[metric] for each in found.values()) / len(judged) for metric in metrics}
