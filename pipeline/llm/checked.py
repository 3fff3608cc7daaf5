"""A backend from outside, whose returned values are those that the protocol says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from ragatta.pipeline.llm.backend import BACKENDS
from ragatta.pipeline.llm.seam import Backend, Completion, ModelIdentity, Request
from ragatta.pipeline.llm.wrapped import Wrapped
from ragatta.pipeline.plugins.protocols import brief_value

T = TypeVar("T")


class Checked(Wrapped):
    """Raises BrokenPart, which names the part, for a value of another type."""

    def __init__(self, backend: Backend, name: str) -> None:
        super().__init__(backend)
        self._name = name
        self.cacheable = backend.cacheable

    def identity(self, model: str | None = None) -> ModelIdentity:
        """As the backend says."""
        return self._of_type(ModelIdentity, self.backend.identity, model)

    def context_window(self, model: str | None = None) -> int:
        """As the backend says."""
        return self._of_type(int, self.backend.context_window, model)

    def complete(self, request: Request) -> Completion:
        """As the backend says."""
        done = self._of_type(Completion, self.backend.complete, request)
        text, tokens = cast(Any, done.text), cast(Any, (done.tokens_in, done.tokens_out))
        if not isinstance(text, str) or not all(isinstance(one, int) for one in tokens):
            counts = ", ".join(map(brief_value, tokens))
            words = f"complete returned a Completion of text {brief_value(text)} and tokens {counts}"
            raise BACKENDS.broken(self._name, words, self.backend.complete)
        return done

    def _of_type(self, wanted: type[T], by: Callable[[Any], Any], given: Any) -> T:
        found: Any = by(given)
        if not isinstance(found, wanted):
            words = f"{by.__name__} returned {brief_value(found)}, not {wanted.__name__}"
            raise BACKENDS.broken(self._name, words, by)
        checked: T = found
        return checked
