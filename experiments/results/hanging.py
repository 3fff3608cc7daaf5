"""Whether the decision of a sweep hangs on open answers: those that are undecided, or did not come."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from ragatta.eval.statistics import Terms
from ragatta.eval.statistics.best import ranking
from ragatta.experiments.counting import counted
from ragatta.experiments.results.reading import ResultRow, RunResult
from ragatta.experiments.results.undecided import Bound, alike, is_open, rows_of, worth

Rows = Mapping[tuple[str, int], ResultRow]  # by question and sample


class Open(NamedTuple):
    """Numbers of answers."""

    undecided: int = 0
    lost: int = 0

    @property
    def words(self) -> str:
        said = [f"{counted(self.undecided, 'undecided answer')}"] if self.undecided else []
        lost = "answer" if self.lost == 1 else "answers"
        said += [f"{self.lost:,}{'' if said else f' {lost}'} that did not come"] if self.lost else []
        return " and ".join(said)


NOTHING_OPEN = Open()


def hanging(
    runs: Sequence[RunResult],
    questions: Collection[str],
    terms: Terms,
    metric: str,
    take: str,
    within: bool,
    worse: Collection[str],
) -> Open:
    """The open answers to these questions, where it hangs on them that `take` is within the margin, or else that it may
    be the best, or that the `worse` are: none where all that is so with its own worth the least and those of the others
    the most. What another answered like `take` is worth the same."""
    rows = {run.label: rows_of(run, questions, metric) for run in runs}
    own = rows[take]
    differing = [
        row
        for label, there in rows.items()
        for key, row in there.items()
        if is_open(row, metric) and (label == take or not _is_same(own.get(key), row))
    ]
    found = Open(sum(row.came for row in differing), sum(not row.came for row in differing))
    if not any(found) or len(runs) < 2:
        return NOTHING_OPEN
    bounds = {label: _bounds(there, own, metric, label == take) for label, there in rows.items()}
    ranked = ranking(bounds, terms)
    holds = ranked.is_within(take, terms.margin) if within else take in ranked.may_be_best
    return NOTHING_OPEN if holds and {*worse} <= {*ranked.beaten, take} else found


def _is_same(one: ResultRow | None, other: ResultRow) -> bool:
    return one is not None and alike(one, other)


def _bounds(rows: Rows, of_taken: Rows, metric: str, least: bool) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for key, row in rows.items():
        bound = Bound.LEAST if least or _is_same(of_taken.get(key), row) else Bound.MOST
        found.setdefault(key[0], []).append(worth(row, metric, bound))
    return found
