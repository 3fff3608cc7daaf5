"""Ways to find orders to a model, one per file; each follows the protocol `OrderDetector`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, cast

from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.protocols import shown
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


def attack(question: str, tools: Toolbox) -> Sequence[str]:
    """What the detector of the settings says of a question. Raises ModelError, BrokenPart."""
    name = tools.settings.detector.name
    by = DETECTORS.load(name).attack
    found: Any = by(question, tools)
    if not isinstance(found, tuple | list) or not all(isinstance(one, str) for one in found):
        raise DETECTORS.broken(name, f"attack returned {shown(found)}, not a tuple of texts", by)
    return found


def orders(texts: Sequence[str], tools: Toolbox) -> Sequence[Sequence[Span]]:
    """What it finds in each of the texts. Raises ModelError, BrokenPart."""
    name = tools.settings.detector.name
    by = DETECTORS.load(name).orders
    found: Any = by(texts, tools)
    fits = isinstance(found, tuple | list) and len(found) == len(texts) and all(map(_spans, found, texts))
    if not fits:
        raise DETECTORS.broken(name, f"orders returned {shown(found)}, not the spans in each of {len(texts)} texts", by)
    return cast(Sequence[Sequence[Span]], found)


def _spans(found: Any, text: str) -> bool:
    """Whether these are spans of the text."""
    return isinstance(found, tuple | list) and all(
        isinstance(one, tuple | list) and len(one) == 2 and 0 <= one[0] <= one[1] <= len(text) for one in found
    )
