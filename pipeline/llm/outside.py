"""A system outside, or a judge: its errors name its own settings, and it may fail on a single question."""

from __future__ import annotations

from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.llm.seam import Backend, Completion, ModelError, ModelFailed, Request
from ragatta.pipeline.llm.wrapped import Wrapped


class Outside(Wrapped):
    """As the wrapped backend. A server that fails on a call (HTTP 500) after all tries is no reason to ask nothing
    more: the question may be what it fails on."""

    def __init__(self, backend: Backend, settings: LLM) -> None:
        super().__init__(backend)
        self._settings = settings

    def complete(self, request: Request) -> Completion:
        """One reply. Raises ModelError."""
        try:
            return self.backend.complete(request)
        except ModelError as error:
            words = self._settings.named(str(error))
            if isinstance(error, ModelFailed):
                raise ModelError(words) from error
            error.args = (words,)
            raise
