"""The undecided answers of a sweep in the order in which they are drawn for a person, and what the judged ones say.

An answer is drawn the sooner, the more of the comparisons in question it counts in and the less its guess says of it.
eval/statistics/drawing.py has the order and the estimate.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from ragatta.eval.metrics import SCORE
from ragatta.eval.people import plain_words
from ragatta.eval.statistics import Comparison, Scores, Terms, compare_pairs
from ragatta.eval.statistics.best import FEWEST_PATTERNS, ranking
from ragatta.eval.statistics.clusters import numbered
from ragatta.eval.statistics.comparison import BETTER, NEGLIGIBLE, NOT_SIGNIFICANT, WORSE
from ragatta.eval.statistics.drawing import FEWEST, Estimate, beginning, estimated, level, priority
from ragatta.eval.statistics.question_means import paired, question_means
from ragatta.experiments.results.reading import ResultRow, RunResult, SweepResult
from ragatta.experiments.results.undecided import Bound, Sides, alike, rows_of, settled_either_way

Key = tuple[str, str]  # of an answer: its question, and its words
Pair = tuple[str, str]  # of variations
NOT_YET = "not shown yet"
LEAST_SPREAD = 0.2  # of a guess of 0 or 1, which may be wrong too; that of 0.5 is 0.5


@dataclass(frozen=True)
class Draw:
    """The order of drawing. `weights` are in it, `guesses` and `verdicts` of the drawn answers that people judged."""

    weights: Mapping[Key, float]
    guesses: Mapping[Key, float]
    verdicts: Mapping[Key, float]
    runs: Mapping[str, RunResult] = field(repr=False)  # as before any drawn answer was judged
    _counted: dict[Pair, Mapping[Key, float]] = field(default_factory=dict, repr=False)

    @cached_property
    def order(self) -> tuple[Key, ...]:
        return tuple(sorted(self.weights, key=lambda key: (-priority(self.weights[key], "\n".join(key)), key)))

    @cached_property
    def drawn(self) -> tuple[Key, ...]:
        """The beginning of the order that is the sample; a tenth of it may be without a verdict."""
        return self.order[: beginning([key in self.verdicts for key in self.order])]

    @property
    def judged(self) -> int:
        return sum(key in self.verdicts for key in self.drawn)

    def chance(self, key: Key) -> float:
        """The chance with which an answer is in the sample."""
        return min(1.0, self.weights[key] / self._threshold) if self._threshold else 1.0

    @property
    def is_enough(self) -> bool:
        """Whether as many are judged as say anything."""
        return self.judged >= min(FEWEST, max(1, len(self.order)))

    def scores(self, run: RunResult, unknown: Bound | None = None) -> dict[str, list[float]]:
        """The scores of a run in which each drawn answer stands for those that are not drawn. One that nobody judged is
        worth `unknown`, else its guess."""
        found: dict[str, list[float]] = {}
        for row in rows_of(run, None, SCORE).values() if run.is_answered else ():
            found.setdefault(row.question_id, []).append(row.scores[SCORE] + self._more(row, unknown))
        return found

    def _more(self, row: ResultRow, unknown: Bound | None) -> float:
        key = row_key(row) if row.undecided else None
        if key is None or key not in self._chances or (key not in self.verdicts and unknown is None):
            return 0.0
        worth = self.verdicts.get(key, unknown.value if unknown else 0.0)
        return (worth - self.guesses[key]) / self._chances[key]

    def _variance(self, key: Key, share: float) -> float:
        """What drawing adds to the variance of a mean where a drawn answer has this share, and is worth 1 more."""
        return (1 - self.chance(key)) * (share / self.chance(key)) ** 2

    @cached_property
    def _threshold(self) -> float:
        """The priority of the first answer that is not in the sample, 0 where all are."""
        behind = self.order[len(self.drawn) :]
        return priority(self.weights[behind[0]], "\n".join(behind[0])) if behind else 0.0

    @cached_property
    def _chances(self) -> Mapping[Key, float]:
        return {key: self.chance(key) for key in self.drawn}

    def estimate(self, ours: str, baseline: str, terms: Terms) -> Estimate:
        """The difference of two variations by the drawn answers."""
        one, other = self.runs[ours], self.runs[baseline]
        questions, mine, theirs = paired(self.scores(one), self.scores(other))
        drawing = unknown = 0.0
        if (ours, baseline) not in self._counted:
            self._counted[ours, baseline] = counts(one, other)
        counted = self._counted[ours, baseline]
        of_each = [self._variance(key, times / len(questions)) for key, times in counted.items() if key in self.weights]
        unseen = sum(of_each) / max(1, len(of_each))
        for key, times in counted.items():
            share = abs(times) / len(questions)
            if key in self._chances and key in self.verdicts:
                drawing += self._variance(key, share) * (self.verdicts[key] - self.guesses[key]) ** 2
            elif key in self._chances:  # nobody could judge it, nor those that it stands for
                unknown += share / self._chances[key] * max(self.guesses[key], 1 - self.guesses[key])
        judged = sum(key in self.verdicts for key in self.drawn if key in counted)
        unknown += lost(one, other) / len(questions)
        of = numbered(questions, terms.clusters)
        return estimated(mine - theirs, of, drawing, unknown, judged, len(of_each), unseen)


def is_drawn(sweep: SweepResult) -> bool:
    """Whether people judged any drawn answer."""
    return any(row.by_person and row.by_person.drawn for run in sweep.runs for row in run.rows)


def draw_of(sweep: SweepResult) -> Draw:
    """Over all answers that no rule decides and that tell variations apart."""
    runs = {run.label: _before(run) for run in sweep.runs if not run.same_as and run.scores(SCORE)}
    guesses: dict[Key, float] = {}
    verdicts: dict[Key, float] = {}
    for run in sweep.runs:
        for row in () if run.same_as else run.rows:
            if row.by_person and row.by_person.drawn:
                guesses[row_key(row)] = row.by_person.score
                verdicts[row_key(row)] = row.scores[SCORE]
            elif row.undecided:
                guesses[row_key(row)] = row.scores[SCORE]
    reach: dict[Key, float] = defaultdict(float)
    for one, other in _in_question(runs, str(sweep.info["baseline"]), sweep.terms):
        for key, times in counts(runs[one], runs[other]).items():
            reach[key] += times**2
    weights = {key: math.sqrt(square) * _spread(guesses[key]) for key, square in reach.items() if square}
    return Draw(weights, guesses, verdicts, runs)


def with_estimates(sweep: SweepResult, found: Mapping[str, Comparison]) -> dict[str, Comparison]:
    """The comparisons of scores with the baseline, of those that hang on undecided answers with what drawn ones say,
    corrected over all (Bonferroni)."""
    hanging = [label for label, one in found.items() if one.hangs_on]
    if not hanging or not is_drawn(sweep) or not (draw := draw_of(sweep)).is_enough:
        return dict(found)
    origins = {run.label: run.same_as or run.label for run in sweep.runs}
    baseline = origins[str(sweep.info["baseline"])]
    many = len({origins[label] for label in found})
    return {
        label: _with(one, draw.estimate(origins[label], baseline, sweep.terms), many, sweep.terms)
        if label in hanging
        else one
        for label, one in found.items()
    }


def _with(one: Comparison, by_drawn: Estimate, many: int, terms: Terms) -> Comparison:
    p = min(1.0, by_drawn.p * many)
    verdict = BETTER if by_drawn.difference > 0 else WORSE
    if p >= terms.alpha:
        verdict = NOT_YET if by_drawn.can_change else NOT_SIGNIFICANT
    elif abs(by_drawn.difference) < terms.worth:
        verdict = NEGLIGIBLE
    return replace(
        one,
        drawn=by_drawn.judged,
        drawn_of=by_drawn.of,
        drawn_difference=by_drawn.difference,
        drawn_low=by_drawn.low,
        drawn_high=by_drawn.high,
        drawn_p=p,
        drawn_verdict=verdict,
    )


def holds(draw: Draw, labels: Sequence[str], terms: Terms, take: str, within: bool, worse: Collection[str]) -> bool:
    """Whether the drawn verdicts show, at every look, that `take` is within the margin, or else may be the best, and
    that the `worse` are, whatever those are worth that nobody could judge."""
    if not draw.is_enough or len(labels) < 2 or any(lost(draw.runs[take], draw.runs[one]) for one in labels):
        return False
    information = min(draw.estimate(take, one, terms).information for one in labels if one != take)
    if (at := level(information, terms.alpha)) * 2 * FEWEST_PATTERNS < 1:  # too early a look for any to be shown
        return False
    scores = {one: draw.scores(draw.runs[one], Bound.LEAST if one == take else Bound.MOST) for one in labels}
    ranked = ranking(scores, replace(terms, alpha=at))
    shown = ranked.is_within(take, terms.margin) if within else take in ranked.may_be_best
    return shown and {*worse} <= {*ranked.beaten, take}


def row_key(row: ResultRow) -> Key:
    answer = row.answer
    parts = (part["text"] for part in answer.get("sub_answers", ()))
    return row.question_id, plain_words((answer.get("value", ""), answer["answer"], *answer.get("items", ()), *parts))


def counts(one: RunResult, other: RunResult) -> dict[Key, float]:
    """How often each undecided answer counts in the mean of the first more than in that of the other; in questions."""
    found: dict[Key, float] = defaultdict(float)
    for row, share in _apart(one, other):
        if row.undecided:
            found[row_key(row)] += share
    return {key: times for key, times in found.items() if times}


def lost(one: RunResult, other: RunResult) -> float:
    """How many of the answers that tell them apart did not come; in questions."""
    return sum(abs(share) for row, share in _apart(one, other) if not row.came)


def _apart(one: RunResult, other: RunResult) -> Iterator[tuple[ResultRow, float]]:
    """The answers that the two do not share, with their share of the question's mean, of the other side negative."""
    ours, theirs = rows_of(one, None, SCORE), rows_of(other, None, SCORE)
    common = {question for question, _ in ours} & {question for question, _ in theirs}
    for rows, across, sign in ((ours, theirs, 1.0), (theirs, ours, -1.0)):
        samples: dict[str, int] = defaultdict(int)
        for question, _ in rows:
            samples[question] += 1
        for key, row in rows.items():
            if key[0] in common and not (key in across and alike(row, across[key])):
                yield row, sign / samples[key[0]]


def _before(run: RunResult) -> RunResult:
    """Without the verdicts on drawn answers."""
    return replace(run, rows=tuple(map(_undecided, run.rows)))


def _undecided(row: ResultRow) -> ResultRow:
    if not (row.by_person and row.by_person.drawn):
        return row
    scores = {**row.scores, SCORE: row.by_person.score}
    return replace(row, scores=scores, undecided=row.by_person.why_undecided, by_person=None)


def _in_question(runs: Mapping[str, RunResult], baseline: str, terms: Terms) -> list[Pair]:
    """The comparisons with the baseline and with the highest mean that hang on undecided answers; all if none does."""
    means = {label: np.mean([*question_means(run.scores(SCORE)).values()]) for label, run in runs.items()}
    found: list[Pair] = []
    compared = list[str]()
    for other in dict.fromkeys(([baseline] if baseline in runs else []) + [max(means, key=means.__getitem__)]):
        others = {label: run for label, run in runs.items() if label not in (other, *compared)}
        sides: dict[str, Sides] = {label: (run, runs[other], None) for label, run in others.items()}
        compared.append(other)
        scores: dict[str, tuple[Scores, Scores]] = {
            label: (ours.scores(SCORE), theirs.scores(SCORE))
            for label, (ours, theirs, _) in sides.items()
            if ours.scores(SCORE).keys() & theirs.scores(SCORE).keys()
        }
        if scores:
            settled = settled_either_way(compare_pairs(scores, terms), sides, terms, SCORE)
            found += [(label, other) for label, one in settled.items() if one.hangs_on]
    return found or [(one, other) for at, one in enumerate(runs) for other in [*runs][:at]]


def _spread(guess: float) -> float:
    """The standard deviation of a verdict that is right as often as the guess says."""
    return max(LEAST_SPREAD, math.sqrt(max(guess * (1 - guess), 0.0)))
