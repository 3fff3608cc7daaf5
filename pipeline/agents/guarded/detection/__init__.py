"""Ways to find orders to a model, one per file; each follows the protocol `OrderDetector`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.toolbox import Toolbox

if TYPE_CHECKING:
    from ragatta.pipeline.agents.guarded.detector import Detector

Span = tuple[int, int]  # character offsets, the end exclusive


class OrderDetector(Protocol):
    """Finds orders to a model in questions and documents."""

    @property
    def ASKS_A_MODEL(self) -> bool:
        """Whether it does."""

    def attack(self, question: str, settings: Detector, tools: Toolbox) -> tuple[str, ...]:
        """Why the question is an order; empty if it is none. Raises ModelError."""

    def orders(self, texts: Sequence[str], settings: Detector, tools: Toolbox) -> tuple[tuple[Span, ...], ...]:
        """The places of orders in each of the texts. Raises ModelError."""


DETECTORS = Kind("pipeline/agents/guarded/detection", OrderDetector)
