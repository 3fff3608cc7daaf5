"""Systems outside in a model's place: backends whose request and reply are JSON of a form of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ragatta.pipeline.llm.backend import ServedLLM
from ragatta.pipeline.llm.seam import Backend
from ragatta.pipeline.llm.wrapped import Outside


@dataclass(frozen=True)
class Service(ServedLLM):
    """What an architecture asks that holds one; no configuration chooses it by name. All have the settings of a server,
    so that a grid over several may say them for one."""

    KEY: ClassVar[str] = "architecture.service"

    def told_apart(self) -> dict[str, Any]:
        """Its options, as it may have no name."""
        return {"options": self.options}

    def retried(self, backend: Backend) -> Backend:
        """The question may be what it fails on."""
        return Outside(backend, self)
