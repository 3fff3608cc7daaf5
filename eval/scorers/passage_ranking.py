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
from dataclasses import dataclass
from typing import ClassVar

from ragatta.eval.matching.evidence import wanted
from ragatta.eval.metrics import Metric
from ragatta.eval.ranking import Ranking, passages
from ragatta.eval.scorers import Given, Scorer
from ragatta.eval.trace import context_is_known


@dataclass(frozen=True)
class PassageRanking(Scorer):
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            "ndcg",
            "nDCG@{cutoff} of the pieces of evidence in the order of the passages",
            source="Järvelin and Kekäläinen 2002",
            applies_to="questions with evidence",
            heading="nDCG",
            place=60,
            gate="mean only",
        ),
        Metric(
            "mrr",
            "1 / the place of the first piece of evidence",
            source="Voorhees 1999",
            applies_to="questions with evidence",
            heading="MRR",
            place=60,
        ),
        Metric(
            "map",
            "mean over the pieces of evidence of the precision at their places",
            source="average precision",
            applies_to="questions with evidence",
            heading="MAP",
            place=60,
        ),
        Metric(
            "passage_precision",
            "share of the first {cutoff} passages, or of all if there are fewer, that show evidence",
            applies_to="questions with evidence",
            place=60,
        ),
        Metric(
            "passage_recall",
            "share of the evidence that the first {cutoff} passages show",
            source="Zhai, Cohen and Lafferty 2003",
            applies_to="questions with evidence",
            place=60,
        ),
    )

    cutoff: int = 10  # passages, the best first

    def score(self, given: Given) -> dict[str, float | None]:
        """Those but `mrr` and `map` over the first `cutoff` of the ranking; nothing for a question without evidence, or
        whose evidence is pages alone, and where it is not known what the answer was written from."""
        pieces = tuple(wanted(given.question, given.pages)) if context_is_known(given.answer) else ()
        if not pieces:
            return {}
        ranking = Ranking(passages(given.answer), pieces, given.pages)
        places, relevant, cutoff = ranking.places, ranking.relevant(self.cutoff), self.cutoff
        return {
            "ndcg": _gain(places[:cutoff]) / _gain([True] * min(len(pieces), cutoff)),
            "mrr": 1 / (places.index(True) + 1) if True in places else 0.0,
            "map": sum(sum(places[:rank]) / rank for rank, hit in enumerate(places, 1) if hit) / len(pieces),
            "passage_precision": sum(relevant) / len(relevant) if relevant else 0.0,
            "passage_recall": sum(at is not None and at < cutoff for at in ranking.completed) / len(pieces),
        }


def _gain(places: Sequence[bool]) -> float:
    return sum(1 / math.log2(rank + 1) for rank, hit in enumerate(places, 1) if hit)
