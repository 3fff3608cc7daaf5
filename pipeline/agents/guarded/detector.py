"""Finds orders to a model in the question and in the retrieved text, by one of the ways in detection/."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from ragatta.pipeline.agents.guarded.detection import DETECTORS, Span
from ragatta.pipeline.protocols import brief_value
from ragatta.pipeline.settings.agent import Agent
from ragatta.pipeline.toolbox import Toolbox


@dataclass(frozen=True)
class Detector(Agent):
    """As the module says."""

    name: str = "rules"  # a file of pipeline/agents/guarded/detection/
    batch: int = 40  # sentences that a model is shown at once
    max_calls: int = 3  # over what was retrieved for a question; where it is more, batches are larger

    @property
    def asks_a_model(self) -> bool:
        """Whether its way does."""
        return DETECTORS.load(self.name).ASKS_A_MODEL

    def attack(self, question: str, tools: Toolbox) -> Sequence[str]:
        """Why the question is an order; empty if it is none. Raises ModelError, BrokenPart."""
        by = DETECTORS.load(self.name).attack
        found: Any = by(question, self, tools)
        if not isinstance(found, tuple | list) or not all(isinstance(one, str) for one in found):
            raise DETECTORS.broken(self.name, f"attack returned {brief_value(found)}, not a tuple of texts", by)
        return found

    def orders(self, texts: Sequence[str], tools: Toolbox) -> Sequence[Sequence[Span]]:
        """The places of orders in each of the texts. Raises ModelError, BrokenPart."""
        by = DETECTORS.load(self.name).orders
        found: Any = by(texts, self, tools)
        fits = isinstance(found, tuple | list) and len(found) == len(texts) and all(map(_spans, found, texts))
        if not fits:
            words = f"orders returned {brief_value(found)}, not the spans in each of {len(texts)} texts"
            raise DETECTORS.broken(self.name, words, by)
        return cast(Sequence[Sequence[Span]], found)

    def problems(self, key: str) -> list[str]:
        """As Settings says."""
        return [*super().problems(key), *DETECTORS.problems(f"{key}.name", self.name)]


def _spans(found: Any, text: str) -> bool:
    """Whether these are spans of the text."""
    return isinstance(found, tuple | list) and all(
        isinstance(one, tuple | list) and len(one) == 2 and 0 <= one[0] <= one[1] <= len(text) for one in found
    )
