"""llm=extractive: rules in a model's place, one deterministic rule per task, over the typed inputs. It is the floor for
real models (extensions/extractive/README.md). See docs/models.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.llm.seam import Backend


@dataclass(frozen=True)
class Extractive(LLM):
    """As the module says; no setting has an effect."""

    ASKS_A_MODEL: ClassVar[bool] = False

    def connect(self) -> Backend:
        from ragatta.extensions.extractive.rules import Rules  # slow: all of them

        return Rules()
