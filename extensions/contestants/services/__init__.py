"""Systems outside in a model's place: backends whose request and reply are JSON of a form of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.pipeline.llm.backend import ServedLLM


@dataclass(frozen=True)
class Service(ServedLLM):
    """What an architecture asks that holds one; no configuration chooses it by name. All have the settings of a server,
    so that a grid over several may say them for one."""

    KEY: ClassVar[str] = "architecture.service"
