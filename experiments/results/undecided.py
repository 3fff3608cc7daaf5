"""Whether a comparison holds whatever the answers are worth that their form leaves undecided, or that did not come."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from enum import Enum
from typing import TypeVar

from ragatta.eval.metrics import SCORE
from ragatta.eval.statistics import Comparison, Scores, Terms, compare_pairs
from ragatta.experiments.on_record.journal import answer_of
from ragatta.experiments.results.reading import ResultRow, RunResult
from ragatta.pipeline.types import Answer

Name = TypeVar("Name")
Sides = tuple[RunResult, RunResult, Collection[str] | None]  # ours, the baseline, the questions compared; None: all


def settled_either_way(
    found: Mapping[Name, Comparison], sides: Mapping[Name, Sides], terms: Terms, metric: str
) -> dict[Name, Comparison]:
    """The comparisons by `metric`, each with the numbers of open answers that it hangs on: 0 where its verdict is the
    same if all of ours are worth the least and all of the baseline's the most, and the other way round. Of scores an
    answer is open that is undecided or did not come, of other metrics one that did not come. An answer that both gave
    is settled alike for both. `found` must be all that was corrected together."""
    answers = {name: _open_answers(*sides[name], metric) for name in found}
    if not any(map(any, answers.values())):
        return dict(found)
    bounds = [
        compare_pairs({name: _bound(*sides[name], metric, ours) for name in found}, terms)
        for ours in (Bound.LEAST, Bound.MOST)
    ]
    hanging = {name for name, one in found.items() if any(bound[name].verdict != one.verdict for bound in bounds)}
    return {
        name: replace(one, hangs_on=answers[name][0], hangs_on_lost=answers[name][1]) if name in hanging else one
        for name, one in found.items()
    }


class Bound(Enum):
    """What open answers are taken to be worth."""

    LEAST, MOST = 0.0, 1.0

    @property
    def other(self) -> Bound:
        return Bound.MOST if self is Bound.LEAST else Bound.LEAST


def _open_answers(our: RunResult, baseline: RunResult, only: Collection[str] | None, metric: str) -> tuple[int, int]:
    """The number of undecided answers, and of those that did not come, on both sides."""
    ours, theirs = rows_of(our, only, metric), rows_of(baseline, only, metric)
    rows = [side[key] for key in ours.keys() & theirs if not alike(ours[key], theirs[key]) for side in (ours, theirs)]
    return sum(bool(metric == SCORE and row.undecided) for row in rows), sum(not row.came for row in rows)


def _bound(
    ours: RunResult, baseline: RunResult, only: Collection[str] | None, metric: str, bound: Bound
) -> tuple[Scores, Scores]:
    mine, theirs = rows_of(ours, only, metric), rows_of(baseline, only, metric)
    found: tuple[dict[str, list[float]], dict[str, list[float]]] = ({}, {})
    for key in mine.keys() & theirs.keys():
        are_alike = alike(mine[key], theirs[key])
        for scores, row, own in zip(found, (mine[key], theirs[key]), (bound, bound.other), strict=True):
            scores.setdefault(key[0], []).append(row.scores[metric] if are_alike else worth(row, metric, own))
    return found


def is_open(row: ResultRow, metric: str) -> bool:
    """Whether its worth is not known: of scores where it is undecided or did not come, else where it did not come."""
    return not row.came or bool(metric == SCORE and row.undecided)


def worth(row: ResultRow, metric: str, bound: Bound) -> float:
    return bound.value if is_open(row, metric) else row.scores[metric]


def rows_of(run: RunResult, only: Collection[str] | None, metric: str) -> dict[tuple[str, int], ResultRow]:
    """Those that have the metric, of all questions or of these, by question and sample."""
    return {
        (row.question_id, row.sample): row
        for row in run.rows
        if metric in row.scores and (only is None or row.question_id in only)
    }


def judged_answer(row: ResultRow) -> Answer:
    """The answer of a row, as a person judges it."""
    record = {name: value for name, value in row.answer.items() if name not in ("answer", "question_id", "sample")}
    return answer_of({**record, "text": row.answer["answer"]})


def alike(one: ResultRow, other: ResultRow) -> bool:
    """Whether both came, with the same words."""
    came = one.came and other.came
    return came and all(one.answer.get(name) == other.answer.get(name) for name in ("answer", "value", "items"))
