"""Several models with servers or prices of their own (llm.models) as one backend."""

from __future__ import annotations

from collections.abc import Mapping

from ragatta.pipeline.llm.seam import Backend, Completion, ModelIdentity, Request


class ByModel:
    """Calls each model of `own` by its own backend, every other by the `usual` one. An agent that names no model means
    `default`."""

    cacheable = True

    def __init__(self, usual: Backend, own: Mapping[str, Backend], default: str = "") -> None:
        self._usual, self._own, self._default = usual, own, default

    def _of(self, model: str | None) -> Backend:
        return self._own.get(model or self._default, self._usual)

    def identity(self, model: str | None = None) -> ModelIdentity:
        """As its backend says."""
        return self._of(model).identity(model)

    def context_window(self, model: str | None = None) -> int:
        """As its backend says."""
        return self._of(model).context_window(model)

    def check_tools(self, model: str | None = None) -> None:
        """As its backend says."""
        self._of(model).check_tools(model)

    def complete(self, request: Request) -> Completion:
        """As its backend says."""
        return self._of(request.options.model).complete(request)
