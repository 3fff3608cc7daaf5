"""Finds orders by the rules of pipeline/injection/, without a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragatta.extensions.guarded.agents.detector import Detector, Span
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.injection import order_spans, question_cues


@dataclass(frozen=True)
class Rules(Detector):
    """As the module says."""

    def attack(self, question: str, tools: Toolbox) -> tuple[str, ...]:  # noqa: ARG002
        """The kinds of cues in the question."""
        return question_cues(question)

    def orders(self, texts: Sequence[str], tools: Toolbox) -> tuple[tuple[Span, ...], ...]:  # noqa: ARG002
        """The sentences of each text, or lines within them, that are orders."""
        return tuple(map(order_spans, texts))
