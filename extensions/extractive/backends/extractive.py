"""llm=extractive: rules in a model's place, one deterministic rule per task, over the typed inputs. It is the floor for
real models (extensions/extractive/README.md). See docs/models.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.extensions.extractive.answering import Rules, rules
from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.llm.seam import Backend


@dataclass(frozen=True)
class Extractive(LLM):
    """As the module says; no setting has an effect."""

    ASKS_A_MODEL: ClassVar[bool] = False

    def connect(self) -> Backend:
        return Rules()

    def modules(self) -> tuple[str, ...]:
        return (*super().modules(), *rules())
