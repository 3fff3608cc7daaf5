"""Thresholds of the stated confidence that the answers of a run bear out: high is right in 0.9, medium in 0.7.

They are chosen on half of the questions, as low as they may be; what they hold is measured on the other half.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ragatta.eval.metrics import SCORE
from ragatta.eval.statistics import Clusters
from ragatta.eval.statistics.intervals import Interval, mean_interval
from ragatta.experiments.results.reading import RunResult
from ragatta.pipeline.agents.answering.confidence import RATED, Thresholds
from ragatta.pipeline.types import CONFIDENCES, Confidence

WANTED: Mapping[Confidence, float] = {"high": 0.9, "medium": 0.7}  # how many answers of a level should be right
LEAST = 10  # questions of a level, in either half, that a threshold is chosen by or measured on


class Rated(NamedTuple):
    """An answer: what its confidence follows from, (mean similarity, words of doubt) of each part, and its score."""

    question: str
    parts: tuple[tuple[float, int], ...]
    score: float

    def level(self, thresholds: Thresholds) -> Confidence:
        """That of its least certain part."""
        return max((thresholds.level(*part) for part in self.parts), key=CONFIDENCES.index)


class Held(NamedTuple):
    """How many questions of the other half have answers of a level, and how many of these are right; None for few."""

    questions: int
    right: Interval | None


def rated_answers(run: RunResult) -> list[Rated]:
    """The answers of a run whose confidence follows from its thresholds alone."""
    thresholds = Thresholds(**run.config.get("confidence", {}))
    found = []
    for row in run.rows:
        parts = [tuple(part) for step in row.answer["steps"] for part in step["details"].get(RATED, ())]
        one = Rated(row.question_id, tuple(parts), row.scores.get(SCORE, 0.0))
        if row.answer["status"] == "answered" and parts and one.level(thresholds) == row.answer["confidence"]:
            found.append(one)
    return found


def proposed(answers: Sequence[Rated]) -> Thresholds | str:
    """The lowest thresholds that keep what is wanted on the half that is for choosing, or why there are none."""
    own = [one for one in answers if _chooses(one.question)]
    high = _lowest(own, "high", [Thresholds(at, at) for at in _similarities(own)])
    if high is None:
        return f"no threshold has {LEAST} questions above it of which {WANTED['high']} are right"
    below = [at for at in _similarities(own) if at <= high.high]
    medium = _lowest(own, "medium", [Thresholds(high.high, at) for at in below])
    return medium or high


def held(answers: Sequence[Rated], thresholds: Thresholds, together: Clusters) -> dict[Confidence, Held]:
    """By level, on the half that is not for choosing."""
    scores: dict[Confidence, dict[str, list[float]]] = {level: defaultdict(list) for level in WANTED}
    for one in answers:
        level = one.level(thresholds)
        if level in scores and not _chooses(one.question):
            scores[level][one.question].append(one.score)
    return {
        level: Held(len(own), mean_interval(own, together) if len(own) >= LEAST else None)
        for level, own in scores.items()
    }


def _lowest(answers: Sequence[Rated], level: Confidence, tried: Sequence[Thresholds]) -> Thresholds | None:
    """The first that keeps what is wanted of the level."""
    for thresholds in tried:
        own = [one for one in answers if one.level(thresholds) == level]
        if len({one.question for one in own}) >= LEAST and sum(o.score for o in own) >= WANTED[level] * len(own):
            return thresholds
    return None


def _similarities(answers: Sequence[Rated]) -> list[float]:
    """Of the least similar part of each answer, rounded down so that the answer lies above it; lowest first."""
    lowest = (min(similarity for similarity, _ in one.parts) for one in answers)
    return sorted({max(int(at * 1000 - 1e-9) / 1000, 0.0) for at in lowest})


def _chooses(question: str) -> bool:
    return hashlib.sha256(question.encode()).digest()[0] % 2 == 0
