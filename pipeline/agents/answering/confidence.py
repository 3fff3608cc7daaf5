"""Rates the confidence in an answer by the similarity of its cited passages and by words of doubt in its text.

High above a mean similarity of 0.8, medium above 0.6, else low, unless `confidence` has other thresholds. One word of
doubt costs a level, several make it low.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.plugins.checks import at_least
from ragatta.pipeline.types import Confidence

DOUBTS = re.compile(r"\b(might|possibly|perhaps|unclear|not sure)\b", re.IGNORECASE)
RATED = "rated"  # of a stage: what the confidence of each of its answers follows from


@dataclass
class Thresholds:
    """The mean cosine similarity of the cited chunks above which the confidence is high, and medium."""

    high: float = 0.8
    medium: float = 0.6

    def level(self, similarity: float, doubts: int) -> Confidence:
        """The confidence, by the mean similarity and the number of different words of doubt."""
        if similarity <= self.medium or doubts > 1:
            return "low"
        return "high" if similarity > self.high and not doubts else "medium"

    def rated(self, similarities: Sequence[float], text: str, stage: Stage) -> Confidence:
        """The confidence, from the cosine similarities of the cited chunks and the answer's text. The stage has
        what it follows from: the mean similarity and the number of different words of doubt."""
        mean = sum(similarities) / len(similarities) if similarities else 0.0
        doubts = len({word.lower() for word in DOUBTS.findall(text)})
        stage.details.setdefault(RATED, []).append([round(mean, 6), doubts])
        return self.level(mean, doubts)

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = at_least("confidence.high", self.high, 0, 1) + at_least("confidence.medium", self.medium, 0, 1)
        if not found and self.medium > self.high:
            found.append("confidence.medium must be at most confidence.high")
        return found
