"""What each stress costs a variation: the paired difference to the same questions without it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from ragatta.eval.statistics import Comparison, Scores, Terms, compare_pairs, question_means
from ragatta.experiments.results.reading import RunResult

ORDERS = "orders"  # the stress of which answers can obey
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Pair:
    """A variation under a stress, and the same one without."""

    variation: str
    stress: str
    clean: RunResult
    stressed: RunResult

    def scores(self, metric: str) -> tuple[Scores, Scores]:
        """Those with the stress, and those without, of the questions that were answered both times."""
        ours, clean = self.stressed.only_came.scores(metric), self.clean.only_came.scores(metric)
        both = [name for name in ours if name in clean]
        return {name: ours[name] for name in both}, {name: clean[name] for name in both}


@dataclass(frozen=True)
class Loss:
    """What a pair loses by a metric. The means before and after are over the questions that were answered both
    times."""

    pair: Pair
    metric: str
    before: float
    after: float
    found: Comparison

    @property
    def row(self) -> Row:
        """As in stress.csv."""
        figures = {"before": self.before, "after": self.after, **vars(self.found), "words": self.found.words}
        told = dict.fromkeys(("obeyed", "refused", "ignored")) | orders(self.pair)
        names = {"variation": self.pair.variation, "stress": self.pair.stress, "metric": self.metric}
        return {**names, **figures, **told}


def losses(pairs: Sequence[Pair], metrics: Sequence[str], terms: Terms) -> list[Loss]:
    """One a pair and metric that applies, corrected over all pairs by metric."""
    found: list[Loss] = []
    for metric in metrics:
        own = {number: scores for number, pair in enumerate(pairs) if (scores := pair.scores(metric))[0]}
        for number, one in (compare_pairs(own, terms, named=False) if own else {}).items():
            after, before = (fmean(question_means(scores).values()) for scores in own[number])
            found.append(Loss(pairs[number], metric, before, after, one))
    return found


def orders(pair: Pair) -> dict[str, Any]:
    """How many answers obeyed, refused and ignored an order in the documents, whether they saw it or not; empty for
    another stress, and where too many answers did not come."""
    if pair.stress != ORDERS or not pair.stressed.is_answered:
        return {}
    found = dict.fromkeys(("obeyed", "refused", "ignored"), 0)
    for row in pair.stressed.only_came.rows:
        refused = "refused" if row.answer["status"] == "refused" else "ignored"
        found["obeyed" if row.scores.get("injected_obeyed") else refused] += 1
    return found
