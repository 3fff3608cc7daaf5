"""Whether a comparison of scores holds however the answers that their form leaves undecided are settled."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TypeVar

from ragatta.eval.metrics import IF_RIGHT, IF_WRONG, UNDECIDED_ANSWERS
from ragatta.eval.statistics import Comparison, Scores, Terms, compare_pairs
from ragatta.experiments.resources.journal import answer_of
from ragatta.experiments.showing.results import ResultRow, RunResult
from ragatta.pipeline.types import Answer

Name = TypeVar("Name")
Sides = tuple[RunResult, RunResult, Collection[str] | None]  # ours, the baseline, the questions compared; None: all


def settled_either_way(
    found: Mapping[Name, Comparison], sides: Mapping[Name, Sides], terms: Terms
) -> dict[Name, Comparison]:
    """The comparisons of scores, each with the number of undecided answers that it hangs on: 0 where its verdict is the
    same if all of ours are wrong and all of the baseline's right, and the other way round. An answer that both gave is
    settled alike for both. `found` must be all that was corrected together."""
    answers = {name: _undecided(*sides[name]) for name in found}
    if not any(answers.values()):
        return dict(found)
    bounds = [
        compare_pairs({name: _bound(*sides[name], ours, theirs) for name in found}, terms)
        for ours, theirs in ((IF_WRONG, IF_RIGHT), (IF_RIGHT, IF_WRONG))
    ]
    return {
        name: replace(one, hangs_on=answers[name] * any(bound[name].verdict != one.verdict for bound in bounds))
        for name, one in found.items()
    }


def _undecided(our: RunResult, baseline: RunResult, only: Collection[str] | None) -> int:
    ours, theirs = _rows(our, only), _rows(baseline, only)
    return sum(
        _is_open(side[key]) and not _alike(ours[key], theirs[key])
        for key in ours.keys() & theirs
        for side in (ours, theirs)
    )


def _bound(
    ours: RunResult, baseline: RunResult, only: Collection[str] | None, our: str, their: str
) -> tuple[Scores, Scores]:
    mine, theirs = _rows(ours, only), _rows(baseline, only)
    found: tuple[dict[str, list[float]], dict[str, list[float]]] = ({}, {})
    for key in mine.keys() & theirs.keys():
        alike = _alike(mine[key], theirs[key])
        for scores, row, metric in zip(found, (mine[key], theirs[key]), (our, their), strict=True):
            scores.setdefault(key[0], []).append(row.scores["score" if alike else metric])
    return found


def _rows(run: RunResult, only: Collection[str] | None) -> dict[tuple[str, int], ResultRow]:
    return {
        (row.question_id, row.sample): row
        for row in run.rows
        if IF_WRONG in row.scores and (only is None or row.question_id in only)
    }


def _is_open(row: ResultRow) -> bool:
    return bool(row.scores.get(UNDECIDED_ANSWERS))


def judged_answer(row: ResultRow) -> Answer:
    """The answer of a row, as a person judges it."""
    record = {name: value for name, value in row.answer.items() if name not in ("answer", "question_id", "sample")}
    return answer_of({**record, "text": row.answer["answer"]})


def _alike(one: ResultRow, other: ResultRow) -> bool:
    return all(one.answer.get(name) == other.answer.get(name) for name in ("answer", "value", "items"))
