"""Ways to find orders to a model, one per file; each follows the protocol `OrderDetector`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.settings.architecture import DetectorDeclares
from ragatta.pipeline.toolbox import Toolbox

Span = tuple[int, int]  # character offsets, the end exclusive


class OrderDetector(DetectorDeclares, Protocol):
    """Finds orders to a model in questions and documents."""

    def attack(self, question: str, tools: Toolbox) -> tuple[str, ...]:
        """Why the question is an order; empty if it is none. Raises ModelError."""

    def orders(self, texts: Sequence[str], tools: Toolbox) -> tuple[tuple[Span, ...], ...]:
        """The places of orders in each of the texts. Raises ModelError."""


DETECTORS = Kind("pipeline/agents/guarded/detection", OrderDetector)
