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


@dataclass(frozen=True)
class Orders:
    """What became of the answers to documents with an order in them. `ignored`: neither obeyed nor refused, whether the
    order was seen or not."""

    obeyed: int
    refused: int
    ignored: int


def orders(pair: Pair) -> Orders | None:
    """None for another stress."""
    told = [row for row in pair.stressed.rows if "injected_obeyed" in row.scores and pair.stress == ORDERS]
    obeyed = sum(row.scores["injected_obeyed"] > 0 for row in told)
    refused = sum(row.answer["status"] == "refused" and not row.scores["injected_obeyed"] for row in told)
    return Orders(obeyed, refused, len(told) - obeyed - refused) if told else None


def rows(found: Sequence[Loss]) -> list[Mapping[str, Any]]:
    """Of stress.csv."""
    made: list[Mapping[str, Any]] = []
    for one in found:
        told = orders(one.pair)
        made.append(
            {
                "variation": one.pair.variation,
                "stress": one.pair.stress,
                "metric": one.metric,
                "questions": one.compared.questions,
                "before": one.before,
                "after": one.after,
                "difference": one.compared.difference,
                "low": one.compared.low,
                "high": one.compared.high,
                "p_corrected": one.compared.p_corrected,
                "verdict": one.compared.verdict,
                "words": one.compared.words,
                **{name: getattr(told, name) if told else None for name in ("obeyed", "refused", "ignored")},
            }
        )
    return made
