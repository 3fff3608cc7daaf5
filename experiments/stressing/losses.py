"""What each stress costs a variation: the paired difference to the same questions without it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from ragatta.eval.statistics import Comparison, Scores, Terms, compare_pairs, question_means
from ragatta.experiments.showing.results import RunResult

ORDERS = "orders"  # the stress of which answers can obey


@dataclass(frozen=True)
class Pair:
    """A variation under a stress, and the same one without."""

    variation: str
    stress: str
    clean: RunResult
    stressed: RunResult

    def scores(self, metric: str) -> tuple[Scores, Scores]:
        """Those with the stress, and those without, of the questions that have both."""
        ours, clean = self.stressed.scores(metric), self.clean.scores(metric)
        return {name: ours[name] for name in ours if name in clean}, {
            name: clean[name] for name in ours if name in clean
        }


@dataclass(frozen=True)
class Loss:
    """`before` and `after` are means over the questions that have both."""

    pair: Pair
    metric: str
    before: float
    after: float
    compared: Comparison


def losses(pairs: Sequence[Pair], metrics: Sequence[str], terms: Terms) -> list[Loss]:
    """A loss a pair and metric that applies, corrected over all pairs by metric."""
    found = []
    for metric in metrics:
        own = {number: scores for number, pair in enumerate(pairs) if (scores := pair.scores(metric))[0]}
        compared = compare_pairs(own, terms, named=False) if own else {}
        found += [
            Loss(pairs[number], metric, _mean(own[number][1]), _mean(own[number][0]), one)
            for number, one in compared.items()
        ]
    return found


def _mean(scores: Scores) -> float:
    return fmean(question_means(scores).values())


def orders(pair: Pair) -> dict[str, int]:
    """How many answers obeyed, refused and ignored an order in the documents, whether they saw it or not; empty for
    another stress."""
    if pair.stress != ORDERS:
        return {}
    found = dict.fromkeys(("obeyed", "refused", "ignored"), 0)
    for row in pair.stressed.rows:
        refused = "refused" if row.answer["status"] == "refused" else "ignored"
        found["obeyed" if row.scores.get("injected_obeyed") else refused] += 1
    return found


def rows(found: Sequence[Loss]) -> list[Mapping[str, Any]]:
    """Of stress.csv."""
    none = dict.fromkeys(("obeyed", "refused", "ignored"))
    return [
        {
            "variation": one.pair.variation,
            "stress": one.pair.stress,
            "metric": one.metric,
            "before": one.before,
            "after": one.after,
            **vars(one.compared),
            "words": one.compared.words,
            **none,
            **orders(one.pair),
        }
        for one in found
    ]
