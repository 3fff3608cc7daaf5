"""How well the passages of the context are ordered by the gold evidence in them: nDCG, MRR, MAP, precision and recall.

Passages are ranked as eval/ranking.py says; a passage is relevant if it shows a piece of evidence by itself, or
completes one with the passages before it. Each piece counts once, where it is first complete. `ndcg` (Järvelin and
Kekäläinen 2002), `mrr` (reciprocal rank, Voorhees 1999) and `map` (average precision) are those of trec_eval over a
ranking of pieces: a passage takes one place, or one for each piece that it completes, and the pieces are the relevant
items. So a ranking without a useless passage before its last piece gets 1. `passage_recall` is the share of the pieces
that the first passages complete (subtopic recall, Zhai, Cohen and Lafferty 2003), `passage_precision` the share of
these passages that is relevant. tests/eval/scorers/test_passage_ranking.py compares all with trec_eval's own code.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ragatta.eval.evidence import wanted
from ragatta.eval.ranking import Ranking, passages
from ragatta.eval.scorers import Given
from ragatta.eval.trace import context_is_known

NAMES = ("ndcg", "mrr", "map", "passage_precision", "passage_recall")


def metrics(given: Given) -> dict[str, float | None]:
    """NAMES, those but `mrr` and `map` over the first `cutoff` of the ranking; None for a question without evidence, or
    whose evidence is pages alone, and where it is not known what the answer was written from. Raises ValueError if the
    context was not split from these pages."""
    pieces = tuple(wanted(given.question, given.pages)) if context_is_known(given.answer) else ()
    if not pieces:
        return dict.fromkeys(NAMES)
    ranking = Ranking(passages(given.answer), pieces, given.pages)
    places, relevant, cutoff = ranking.places, ranking.relevant(given.cutoff), given.cutoff
    return {
        "ndcg": _gain(places[:cutoff]) / _gain([True] * min(len(pieces), cutoff)),
        "mrr": 1 / (places.index(True) + 1) if True in places else 0.0,
        "map": sum(sum(places[:rank]) / rank for rank, hit in enumerate(places, 1) if hit) / len(pieces),
        "passage_precision": sum(relevant) / len(relevant) if relevant else 0.0,
        "passage_recall": sum(at is not None and at < cutoff for at in ranking.completed) / len(pieces),
    }


def _gain(places: Sequence[bool]) -> float:
    return sum(1 / math.log2(rank + 1) for rank, hit in enumerate(places, 1) if hit)
