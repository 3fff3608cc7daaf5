"""Whether what was measured now is worse than what is recorded: the pure decision of the regression gate.

A drop of a variation's mean is real if its paired interval (eval/statistics) excludes zero and it exceeds the margin. A
critical question may not drop at all, but for its tolerance. Source: docs/regression-gate.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from statistics import fmean

from eval.statistics import Comparison, compare

METRICS = ("score", "partial_match", "evidence_recall")  # all deterministic: a judge's opinion is never gated


class Outcome(StrEnum):
    """How a gate ends, from good to bad."""

    OK = "ok"
    INCONCLUSIVE = "inconclusive"
    REGRESSION = "regression"
    FAULT = "fault"  # nothing could be compared


def worst(outcomes: Sequence[Outcome]) -> Outcome:
    """The worst of them; ok if there is none."""
    order = list(Outcome)
    return max(outcomes, key=order.index, default=Outcome.OK)


@dataclass(frozen=True)
class Seen:
    """What one variation made of one question.

    `reached` has a character for each piece of gold evidence, in its order: "1" if it was in the answering context,
    "0" if not; it is empty for a question without evidence. `lost_at` is the stage that lost the question, or "".
    """

    score: float
    partial_match: float | None = None
    reached: str = ""
    lost_at: str = ""

    @property
    def evidence_recall(self) -> float | None:
        return self.reached.count("1") / len(self.reached) if self.reached else None

    def metrics(self) -> dict[str, float]:
        """Those of METRICS that apply, each in [0, 1]."""
        return {name: value for name in METRICS if (value := getattr(self, name)) is not None}


Board = Mapping[str, Mapping[str, Seen]]  # variation → question id → what it got


@dataclass(frozen=True)
class Limits:
    """What may drop before the gate says so, in points of a metric's [0, 1]."""

    margin: float  # of a variation's mean
    tolerance: float  # of one question
    critical: frozenset[str] = frozenset()  # ids of the questions that may not drop

    @property
    def least(self) -> float:
        """A smaller change of one question is not spoken of. No mean can drop beyond the margin without one."""
        return min(self.margin, self.tolerance)


@dataclass(frozen=True)
class MeanChange:
    """One metric's mean over the questions of one variation."""

    variation: str
    metric: str
    recorded: float
    comparison: Comparison  # now minus recorded, paired by question
    outcome: Outcome
    better: bool

    @property
    def now(self) -> float:
        return self.recorded + self.comparison.difference


@dataclass(frozen=True)
class QuestionChange:
    """A question of one variation of which some metric moved by more than the limits' `least`. `critical`: it may not
    drop by more than the tolerance, and `too_far` says that it did."""

    variation: str
    question_id: str
    recorded: Seen
    now: Seen
    critical: bool
    too_far: bool
    dropped: Mapping[str, tuple[float, float]] = field(default_factory=dict)  # metric: recorded, now
    gained: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def lost_evidence(self) -> tuple[int, ...]:
        """Which pieces of the gold evidence, from 0, reached the context when recorded and do not now."""
        both = enumerate(zip(self.recorded.reached, self.now.reached, strict=True))
        return tuple(number for number, (before, now) in both if before > now)


@dataclass(frozen=True)
class Judgement:
    means: tuple[MeanChange, ...]
    questions: tuple[QuestionChange, ...]

    @property
    def outcome(self) -> Outcome:
        return worst([self.outcome_of(variation) for variation in {mean.variation for mean in self.means}])

    def outcome_of(self, variation: str) -> Outcome:
        """One variation's: the worst of its means, and a regression if a critical question dropped too far."""
        too_far = any(change.too_far for change in self.questions if change.variation == variation)
        means = (mean.outcome for mean in self.means if mean.variation == variation)
        return worst([Outcome.REGRESSION if too_far else Outcome.OK, *means])

    @property
    def dropped(self) -> tuple[QuestionChange, ...]:
        return tuple(change for change in self.questions if change.dropped)

    def fails(self, change: QuestionChange) -> bool:
        """Whether this question's drop is part of a regression: it is critical and dropped too far, or the mean of its
        metric dropped for real in its variation."""
        real = {(m.variation, m.metric) for m in self.means if m.outcome is Outcome.REGRESSION}
        return bool(change.dropped) and (
            change.too_far or any((change.variation, metric) in real for metric in change.dropped)
        )


def judge(now: Board, recorded: Board, limits: Limits) -> Judgement:
    """Compares the same variations over the same questions. Raises ValueError if they are not the same, or if nothing
    was measured."""
    _check_same(now, recorded)
    means = [mean for variation in recorded for mean in _means(variation, now, recorded, limits)]
    changes = [change for variation in recorded for change in _changes(variation, now, recorded, limits)]
    return Judgement(tuple(means), tuple(changes))


def _check_same(now: Board, recorded: Board) -> None:
    if set(now) != set(recorded):
        raise ValueError(f"measured are the variations {', '.join(now)}; recorded are {', '.join(recorded)}")
    if not any(now.values()):
        raise ValueError("nothing was measured")
    for variation, questions in recorded.items():
        if odd := sorted(set(questions) ^ set(now[variation])):
            raise ValueError(f"{variation}: measured and recorded questions differ: {', '.join(odd)}")
        if moved := [id_ for id_, seen in questions.items() if len(seen.reached) != len(now[variation][id_].reached)]:
            raise ValueError(f"{variation}: other gold evidence than recorded: {', '.join(moved)}")


def _means(variation: str, now: Board, recorded: Board, limits: Limits) -> Iterator[MeanChange]:
    for metric in METRICS:
        ours, before = _scores(now[variation], metric), _scores(recorded[variation], metric)
        common = ours.keys() & before.keys()
        if not common:
            continue
        comparison = compare(ours, before)
        mean = fmean(before[id_][0] for id_ in before if id_ in common)
        beyond = abs(comparison.difference) > limits.margin
        yield MeanChange(
            variation,
            metric,
            mean,
            comparison,
            _outcome(comparison) if beyond else Outcome.OK,
            better=beyond and comparison.low > 0,
        )


def _outcome(comparison: Comparison) -> Outcome:
    """Of a change beyond the margin."""
    if comparison.difference > 0:
        return Outcome.OK
    return Outcome.REGRESSION if comparison.high < 0 else Outcome.INCONCLUSIVE


def _scores(seen: Mapping[str, Seen], metric: str) -> dict[str, list[float]]:
    metrics = {id_: one.metrics() for id_, one in seen.items()}
    return {id_: [values[metric]] for id_, values in metrics.items() if metric in values}


def _changes(variation: str, now: Board, recorded: Board, limits: Limits) -> Iterator[QuestionChange]:
    for id_, then in recorded[variation].items():
        seen = now[variation][id_]
        after = seen.metrics()
        pairs = {name: (value, after.get(name, 0.0)) for name, value in then.metrics().items()}
        dropped = {name: pair for name, pair in pairs.items() if pair[0] - pair[1] > limits.least}
        gained = {name: pair for name, pair in pairs.items() if pair[1] - pair[0] > limits.least}
        if dropped or gained:
            critical = id_ in limits.critical
            too_far = critical and any(before - now > limits.tolerance for before, now in dropped.values())
            yield QuestionChange(variation, id_, then, seen, critical, too_far, dropped, gained)
