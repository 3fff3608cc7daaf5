"""Backends around others: one that checks the values of a backend from outside, one that names its settings in errors,
one that chooses among several by the model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from ragatta.pipeline.llm.backend import BACKENDS, LLM
from ragatta.pipeline.llm.seam import Backend, Completion, ModelError, ModelFailed, ModelIdentity, Request
from ragatta.pipeline.plugins.protocols import brief_value

T = TypeVar("T")


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


class Checked(Wrapped):
    """A backend from outside. Raises BrokenPart, which names the part, for a value that the protocol does not allow."""

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


class Outside(Wrapped):
    """A system outside, or a judge: its errors name its own settings. A server that fails on a call (HTTP 500) after
    all tries is no reason to ask nothing more: the question may be what it fails on."""

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
