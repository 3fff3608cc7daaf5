"""A detector: finds orders to a model in the question and in the retrieved text. One a file of detectors/."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.plugins.protocols import brief_value
from ragatta.pipeline.plugins.technique import Technique, Techniques

Span = tuple[int, int]  # character offsets, the end exclusive


@dataclass(frozen=True)
class Detector(Technique):
    """As the module says. One that asks a model other than the sweep's has it as `model`."""

    KEY: ClassVar[str] = "detector"

    @abstractmethod
    def attack(self, question: str, tools: Toolbox) -> Sequence[str]:
        """Why the question is an order; empty if it is none. Raises ModelError."""

    @abstractmethod
    def orders(self, texts: Sequence[str], tools: Toolbox) -> Sequence[Sequence[Span]]:
        """The places of orders in each of the texts. Raises ModelError."""

    def calls(self) -> int:
        """The most model calls per question."""
        return 0


DETECTORS = Techniques("detectors", Detector)


def attack_in(question: str, detector: Detector, tools: Toolbox) -> Sequence[str]:
    """What the detector says of a question. Raises ModelError, BrokenPart."""
    found: Any = detector.attack(question, tools)
    if not isinstance(found, tuple | list) or not all(isinstance(one, str) for one in found):
        words = f"attack returned {brief_value(found)}, not a tuple of texts"
        raise DETECTORS.broken(detector.name, words, detector.attack)
    return found


def orders_in(texts: Sequence[str], detector: Detector, tools: Toolbox) -> Sequence[Sequence[Span]]:
    """What the detector finds in each of the texts. Raises ModelError, BrokenPart."""
    found: Any = detector.orders(texts, tools)
    fits = isinstance(found, tuple | list) and len(found) == len(texts) and all(map(_spans, found, texts))
    if not fits:
        words = f"orders returned {brief_value(found)}, not the spans in each of {len(texts)} texts"
        raise DETECTORS.broken(detector.name, words, detector.orders)
    return cast(Sequence[Sequence[Span]], found)


def _spans(returned: Any, text: str) -> bool:
    """Whether these are spans of the text."""
    return isinstance(returned, tuple | list) and all(
        isinstance(one, tuple | list) and len(one) == 2 and 0 <= one[0] <= one[1] <= len(text) for one in returned
    )
