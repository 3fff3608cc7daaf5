"""Finds orders by the rules of pipeline/injection/. It never calls a model."""

from __future__ import annotations

from collections.abc import Sequence

from ragatta.pipeline.injection import order_spans, question_cues
from ragatta.pipeline.injection.sentences import Span
from ragatta.pipeline.toolbox import Toolbox

ASKS_A_MODEL = False


def attack(question: str, tools: Toolbox) -> tuple[str, ...]:  # noqa: ARG001 - every way is asked alike
    """The kinds of cues that the question holds."""
    return question_cues(question)


def orders(texts: Sequence[str], tools: Toolbox) -> tuple[tuple[Span, ...], ...]:  # noqa: ARG001
    """Of each text the sentences, or the lines of one, that are orders."""
    return tuple(map(order_spans, texts))
