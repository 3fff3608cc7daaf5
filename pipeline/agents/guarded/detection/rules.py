"""Finds orders by the rules of pipeline/injection/, without a model."""

from __future__ import annotations

from collections.abc import Sequence

from ragatta.pipeline.agents.guarded.detector import Detector
from ragatta.pipeline.injection import order_spans, question_cues
from ragatta.pipeline.injection.sentences import Span
from ragatta.pipeline.toolbox import Toolbox

ASKS_A_MODEL = False


def attack(question: str, settings: Detector, tools: Toolbox) -> tuple[str, ...]:  # noqa: ARG001 - every way is asked alike
    """The kinds of cues in the question."""
    return question_cues(question)


def orders(texts: Sequence[str], settings: Detector, tools: Toolbox) -> tuple[tuple[Span, ...], ...]:  # noqa: ARG001
    """The sentences of each text, or lines within them, that are orders."""
    return tuple(map(order_spans, texts))
