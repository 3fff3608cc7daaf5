"""A backend around another."""

from __future__ import annotations

from ragatta.pipeline.llm.seam import Backend, Completion, ModelIdentity, Request


class Wrapped:
    """Passes every call to the wrapped backend."""

    cacheable = True

    def __init__(self, backend: Backend) -> None:
        self.backend = backend

    def identity(self, model: str | None = None) -> ModelIdentity:
        """As the backend says."""
        return self.backend.identity(model)

    def context_window(self, model: str | None = None) -> int:
        """As the backend says."""
        return self.backend.context_window(model)

    def check_tools(self, model: str | None = None) -> None:
        """As the backend says."""
        self.backend.check_tools(model)

    def complete(self, request: Request) -> Completion:
        """As the backend says."""
        return self.backend.complete(request)
