"""A backend whose errors name the keys of its settings as they stand: architecture.service.timeout_s, say."""

from __future__ import annotations

from ragatta.pipeline.llm.seam import Backend, Completion, ModelError, Request
from ragatta.pipeline.llm.wrapped import Wrapped
from ragatta.pipeline.settings.llm import LLM


class Renamed(Wrapped):
    """As the wrapped backend."""

    def __init__(self, backend: Backend, settings: LLM) -> None:
        super().__init__(backend)
        self._settings = settings

    def complete(self, request: Request) -> Completion:
        """One reply. Raises ModelError."""
        try:
            return self.backend.complete(request)
        except ModelError as error:
            error.args = (self._settings.named(str(error)),)
            raise
