"""The decision of the regression gate: whether a measurement is worse than the recorded one.

The mean over a variation's questions, or over those of one kind, has dropped if the drop exceeds its margin and is
significant by the paired sign-flip test, or if more questions dropped than gained (one-sided p below LEVEL). More
failed answers, obeyed orders, or evidence missing from all chunks always count. A critical question may drop by at most
its tolerance, and lose no more of its evidence, whatever else it gains. Source: docs/regression-gate.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from statistics import fmean
from typing import Any

from ragatta.eval.gate.thresholds import (
    DOUBTFUL_LEVEL,
    KIND_DOUBTFUL_LEVEL,
    KIND_LEVEL,
    KIND_QUESTIONS,
    LARGE,
    LEAST,
    LEVEL,
    MEAN_LEVEL,
    Limits,
)
from ragatta.eval.metrics import PARTIAL, RETRIEVAL, SCORE, Metric
from ragatta.eval.scorers import declared
from ragatta.eval.statistics import Comparison, compare

# Metrics of the gate's own, where higher is better. A drop of one question in those of STRICT is a regression: no
# rounding reaches what is parsed and cut into chunks.
INDEXED, NOT_FAILED, NOT_WRONG = "evidence_indexed", "not_failed", "not_answered_wrongly"
STRICT = (INDEXED, NOT_FAILED)


def gated() -> list[Metric]:
    """The metrics of scorers that the gate compares: deterministic ones only, a judge's opinion never."""
    return [metric for metric in declared().values() if metric.gate]


def gate_metrics() -> list[str]:
    """What the gate compares by its name there: means first, then what no question may lose, then how it ended."""
    each = [one.gated_as for one in gated() if one.gate == "each"]
    return [*(one.gated_as for one in gated() if one.gate != "each"), INDEXED, *each, NOT_FAILED, NOT_WRONG]


def is_strict(metric: str) -> bool:
    return metric in STRICT or any(one.gate == "each" and one.gated_as == metric for one in gated())


class Outcome(StrEnum):
    """The results of a gate, from good to bad."""

    OK = "ok"
    INCONCLUSIVE = "inconclusive"
    OTHER_VERDICTS = "verdicts changed: record anew"  # those of people: scores cannot be compared
    OTHER_DOCUMENTS = "documents changed: record anew"  # what is asked about is another thing
    REGRESSION = "regression"
    FAULT = "fault"  # nothing could be compared


def worst(outcomes: Sequence[Outcome]) -> Outcome:
    """The worst result; ok if there is none."""
    order = list(Outcome)
    return max(outcomes, key=order.index, default=Outcome.OK)


@dataclass(frozen=True)
class Seen:
    """The result of one question in one variation. `reached` has a character per piece of gold evidence: "1" if it was
    in the answering context, "0" if not; empty without evidence. `lost_at`: the stage that lost the question, or "";
    `others`: the other metrics that the gate compares, by name, where they apply; `not_indexed`: the share of pieces
    that are in no chunk; `answered_wrongly`: 1 minus the score where an answer was given, 0 where none was, None in
    older records."""

    score: float
    partial_match: float | None = None
    reached: str = ""
    lost_at: str = ""
    others: Mapping[str, float] = field(default_factory=dict)
    failed: float = 0.0
    not_indexed: float = 0.0
    answered_wrongly: float | None = None

    def values(self) -> dict[str, Any]:
        """Everything by its key in a record, in the order of `keys`; None for a metric that does not apply."""
        return {key: self.others.get(key) if key in other_keys() else getattr(self, key) for key in keys()}

    @staticmethod
    def of(values: Mapping[str, Any]) -> Seen:
        """That of these `values`."""
        others = {key: value for key, value in values.items() if key in other_keys() and value is not None}
        return Seen(others=others, **{key: value for key, value in values.items() if key not in other_keys()})

    def metrics(self) -> dict[str, float]:
        """The gate's metrics that apply, each in [0, 1]; higher is better."""
        made = {SCORE: self.score, PARTIAL: self.partial_match, **self.others}
        if self.reached and RETRIEVAL not in made:
            made[RETRIEVAL] = self.reached.count("1") / len(self.reached)
        found = {one.gated_as: one.gated(value) for one in gated() if (value := made.get(one.name)) is not None}
        found[NOT_FAILED] = 1 - self.failed
        if self.reached:
            found[INDEXED] = 1 - self.not_indexed
        if self.answered_wrongly is not None:
            found[NOT_WRONG] = 1 - self.answered_wrongly
        return {name: found[name] for name in gate_metrics() if name in found}


def other_keys() -> list[str]:
    """The keys of `Seen.others`."""
    return [metric.name for metric in gated() if metric.name not in (SCORE, PARTIAL)]


def keys() -> list[str]:
    """The keys of a question's line in a record, in order."""
    return [key for own in fields(Seen) for key in (other_keys() if own.name == "others" else [own.name])]


Board = Mapping[str, Mapping[str, Seen]]  # variation → question id → what it got


@dataclass(frozen=True)
class MeanChange:
    """One metric's mean over the questions of one variation, or over those of one `kind`."""

    variation: str
    metric: str
    recorded: float
    comparison: Comparison  # now minus recorded, paired by question
    outcome: Outcome
    better: bool
    kind: str = ""  # empty: all questions
    margin: float = 0.0  # by which it may drop

    @property
    def is_within(self) -> bool:
        """Whether it did not drop by more than its margin."""
        return -self.comparison.difference <= self.margin

    @property
    def now(self) -> float:
        return self.recorded + self.comparison.difference


@dataclass(frozen=True)
class QuestionChange:
    """A question of one variation with a metric that moved by more than the limits' `least`, or with lost evidence.
    `critical`: it may drop by at most the tolerance. `too_far`: it dropped by more, or lost more of its evidence."""

    variation: str
    question_id: str
    recorded: Seen
    now: Seen
    critical: bool
    too_far: bool
    dropped: Mapping[str, tuple[float, float]] = field(default_factory=dict)  # metric: recorded, now
    gained: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def is_worse(self) -> bool:
        return bool(self.dropped or self.lost_evidence)

    @property
    def lost_evidence(self) -> tuple[int, ...]:
        """The numbers (from 0) of evidence pieces that reached the context when recorded, but do not now."""
        return _lost(self.recorded, self.now)


@dataclass(frozen=True)
class Judgement:
    means: tuple[MeanChange, ...]
    questions: tuple[QuestionChange, ...]

    @property
    def outcome(self) -> Outcome:
        return worst([self.outcome_of(variation) for variation in {mean.variation for mean in self.means}])

    def outcome_of(self, variation: str) -> Outcome:
        """The result of one variation: that of its worst mean, or a regression if a critical question dropped too
        far."""
        too_far = any(change.too_far for change in self.questions if change.variation == variation)
        means = (mean.outcome for mean in self.means if mean.variation == variation)
        return worst([Outcome.REGRESSION if too_far else Outcome.OK, *means])

    @property
    def dropped(self) -> tuple[QuestionChange, ...]:
        return tuple(change for change in self.questions if change.is_worse)

    def fails(self, change: QuestionChange) -> bool:
        """Whether this question's drop is part of a regression: it is critical and dropped too far, or the mean of its
        metric dropped in its variation."""
        real = {(m.variation, m.metric) for m in self.means if m.outcome is Outcome.REGRESSION}
        return change.too_far or any((change.variation, metric) in real for metric in change.dropped)


def judge(now: Board, recorded: Board, limits: Limits, kinds: Mapping[str, str] | None = None) -> Judgement:
    """Compares the same variations over the same questions, and over those of each kind (`kinds`, by question id).
    Raises ValueError if they differ, or if nothing was measured."""
    _check_same(now, recorded)
    pairs = [(variation, now[variation], recorded[variation]) for variation in recorded]
    means = [mean for pair in pairs for mean in _means(*pair, limits, kinds or {})]
    changes = [change for variation in recorded for change in _changes(variation, now, recorded, limits)]
    return Judgement(tuple(means), tuple(changes))


def _check_same(now: Board, recorded: Board) -> None:
    if set(now) != set(recorded):
        raise ValueError(f"the measured variations are {', '.join(now)}; the recorded ones are {', '.join(recorded)}")
    if not any(now.values()):
        raise ValueError("nothing was measured")
    for variation, questions in recorded.items():
        if odd := sorted(set(questions) ^ set(now[variation])):
            raise ValueError(f"{variation}: measured and recorded questions differ: {', '.join(odd)}")
        if moved := [id_ for id_, seen in questions.items() if len(seen.reached) != len(now[variation][id_].reached)]:
            raise ValueError(f"{variation}: other gold evidence than recorded: {', '.join(moved)}")


def _means(
    variation: str, now: Mapping[str, Seen], recorded: Mapping[str, Seen], limits: Limits, kinds: Mapping[str, str]
) -> Iterator[MeanChange]:
    then, today = _metrics(recorded), _metrics(now)
    for metric in gate_metrics():
        before = _scores(then, metric)
        # What applied and no longer does, such as the precision of citations where nothing is cited, has become 0.
        ours = {**{id_: [0.0] for id_ in before}, **_scores(today, metric)}
        if before:
            yield _mean(variation, metric, "", ours, before, limits)
        for kind in sorted(set(kinds.values())):
            inside = {id_: values for id_, values in before.items() if kinds.get(id_) == kind}
            if KIND_QUESTIONS <= len(inside) < len(before) and any(
                ours[id_] != values for id_, values in inside.items()
            ):
                yield _mean(variation, metric, kind, ours, inside, limits)


def _mean(
    variation: str,
    metric: str,
    kind: str,
    ours: Mapping[str, list[float]],
    before: Mapping[str, list[float]],
    limits: Limits,
) -> MeanChange:
    comparison = compare({id_: ours[id_] for id_ in before}, dict(before))
    margin = limits.kind_margin if kind else limits.margin
    beyond = abs(comparison.difference) > margin
    outcome = _outcome(comparison, metric, beyond, kind)
    mean = fmean(value[0] for value in before.values())
    return MeanChange(variation, metric, mean, comparison, outcome, beyond and comparison.low > 0, kind, margin)


def _outcome(comparison: Comparison, metric: str, beyond: bool, kind: str) -> Outcome:
    if comparison.difference >= 0:
        return Outcome.OK
    one_sided = comparison.p / 2
    is_sure = one_sided <= LEVEL and comparison.difference <= -LEAST
    if is_strict(metric) or is_sure or (beyond and comparison.p <= (KIND_LEVEL if kind else MEAN_LEVEL)):
        return Outcome.REGRESSION
    if kind:
        is_doubtful = one_sided <= KIND_DOUBTFUL_LEVEL
    else:
        is_doubtful = comparison.p <= DOUBTFUL_LEVEL or comparison.difference < -LARGE
    return Outcome.INCONCLUSIVE if beyond and is_doubtful else Outcome.OK


def _metrics(seen: Mapping[str, Seen]) -> dict[str, dict[str, float]]:
    return {id_: one.metrics() for id_, one in seen.items()}


def _scores(metrics: Mapping[str, Mapping[str, float]], metric: str) -> dict[str, list[float]]:
    return {id_: [values[metric]] for id_, values in metrics.items() if metric in values}


def _changes(variation: str, now: Board, recorded: Board, limits: Limits) -> Iterator[QuestionChange]:
    by_mean = {one.gated_as for one in gated() if one.gate == "mean only"}
    for id_, then in recorded[variation].items():
        seen = now[variation][id_]
        after = seen.metrics()
        pairs = {name: (value, after.get(name, 0.0)) for name, value in then.metrics().items()}
        dropped = {name: pair for name, pair in pairs.items() if pair[0] - pair[1] > limits.least}
        gained = {name: pair for name, pair in pairs.items() if pair[1] - pair[0] > limits.least}
        lost = _lost(then, seen)
        if dropped or gained or lost:
            allowed = limits.critical.get(id_)
            guarded = (
                pair for name, pair in dropped.items() if name not in by_mean and (pair[0] == 1 or not limits.only_held)
            )
            drops = [*(before - now for before, now in guarded), len(lost) / max(1, len(then.reached))]
            too_far = allowed is not None and max(drops) > allowed
            yield QuestionChange(variation, id_, then, seen, allowed is not None, too_far, dropped, gained)


def _lost(then: Seen, now: Seen) -> tuple[int, ...]:
    """The numbers of the pieces of evidence that are lost, even where others are gained."""
    both = enumerate(zip(then.reached, now.reached, strict=True))
    return tuple(number for number, (before, after) in both if before > after)
