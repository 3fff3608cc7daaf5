"""The retry policy: how long a call may wait, for every status and fault of a server, and what is asked again.

A call is made again if the server is busy (such as HTTP 429) or away, or if the reply broke off. All of its waits
together end within `patience_s` seconds of its first failure, whatever the server asks for in Retry-After.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import TypeVar

from tenacity import RetryCallState, Retrying, retry_if_exception_type, wait_random_exponential

from ragatta.pipeline.llm.seam import (
    Backend,
    BrokenReply,
    Completion,
    ModelAway,
    ModelBusy,
    ModelError,
    ModelFailed,
    ModelIdentity,
    Request,
)
from ragatta.pipeline.llm.waits import Waits
from ragatta.pipeline.llm.wrapped import Wrapped

TRIES = 3  # of a call whose reply breaks off, or on which the server fails
_JITTER = wait_random_exponential(multiplier=1, max=60)  # seconds: up to 1, 2, 4, ...
# The next try may fare better. A server that is away when a command begins was not started.
_AT_FIRST: tuple[type[ModelError], ...] = (ModelBusy, BrokenReply)
_PASSES = (*_AT_FIRST, ModelAway)
Tell = Callable[[ModelError], None]
T = TypeVar("T")


class Retries(Wrapped):
    """Asks a busy server again after the time that it names, else after a growing random time, and so a server that is
    away: both for at most `patience_s` seconds a call. A reply that breaks off, or a failure (HTTP 500), is asked for
    `TRIES` times within them."""

    def __init__(
        self,
        backend: Backend,
        patience_s: float,
        say: Callable[[str], None],
        waits: Waits | None = None,
        name: str = "the model",
    ) -> None:
        """`say` is told when the server goes away; `waits` shows what a call waits for, `name` who is asked."""
        super().__init__(backend)
        self._patience_s, self._say = patience_s, say
        self._waits, self._name = waits or Waits(), name
        self._away = False

    def identity(self, model: str | None = None) -> ModelIdentity:
        """As the backend says."""
        return self._asked(partial(self.backend.identity, model), _AT_FIRST)

    def context_window(self, model: str | None = None) -> int:
        """As the backend says."""
        return self._asked(partial(self.backend.context_window, model), _AT_FIRST)

    def check_tools(self, model: str | None = None) -> None:
        """As the backend says."""
        self._asked(partial(self.backend.check_tools, model), _AT_FIRST)

    def complete(self, request: Request) -> Completion:
        """One reply. Raises ModelError."""
        try:
            completion = self._asked(partial(self.backend.complete, request), _PASSES)
        except ModelBusy as busy:
            if busy.often:
                raise
            raise ModelFailed(str(busy)) from None
        self._away = False
        return completion

    def _asked(self, call: Callable[[], T], passes: tuple[type[ModelError], ...]) -> T:
        with self._waits.call(no_reply_yet(self._name)):
            return patiently(call, self._patience_s, self._tell, passes)

    def _tell(self, error: ModelError) -> None:
        self._waits.because(str(error))
        if isinstance(error, ModelAway) and not self._away:
            self._away = True  # threads may say it twice, which does no harm
            self._say(f"{error}; waiting for it up to {self._patience_s:g} s (llm.patience_s)")


def no_reply_yet(name: str) -> str:
    """Why a call waits that was sent."""
    return f"no reply yet from {name}"


def patiently(
    call: Callable[[], T], patience_s: float, tell: Tell, passes: tuple[type[ModelError], ...] = _PASSES
) -> T:
    """What the call returns, made again as the module says; `tell` is told why before each wait. Raises ModelError, a
    ModelBusy with why no more is tried."""
    tries = Retrying(
        retry=retry_if_exception_type(passes),
        wait=_wait,
        stop=_Stop(patience_s),
        before_sleep=lambda state: tell(_error(state)),
        reraise=True,
    )
    try:
        result: T = tries(call)
    except ModelBusy as busy:
        why = _given_up(busy, patience_s, tries.statistics["attempt_number"])
        raise ModelBusy(f"{busy}; {why}", busy.after, busy.often) from None
    return result


class _Stop:
    """When one call is tried no more: where the next try would begin more than `patience_s` seconds after the first
    failure, and after TRIES replies that break off. How long the first try took does not count."""

    def __init__(self, patience_s: float) -> None:
        self._patience_s = patience_s
        self._broken = 0
        self._since: float | None = None

    def __call__(self, state: RetryCallState) -> bool:
        now = monotonic()
        self._since = now if self._since is None else self._since
        self._broken += not _lasts(_error(state))
        return self._broken >= TRIES or now + state.upcoming_sleep - self._since > self._patience_s


def _given_up(busy: ModelBusy, patience_s: float, tries: int) -> str:
    """Why no more is tried, with the fix."""
    if busy.after is not None and busy.after > patience_s:
        return f"it asks to wait {busy.after:.0f} s, more than llm.patience_s={patience_s:g}"
    if not busy.often:
        return f"tried {tries} time{'s' * (tries != 1)}; see the server's log"
    return (
        f"given up after llm.patience_s={patience_s:g}; raise it, lower runner.workers, or set llm.rpm and llm.tpm to "
        "what the server allows"
    )


def _wait(state: RetryCallState) -> float:
    """Seconds until the next try: at least what the server asks for."""
    error = _error(state)
    asked = error.after if isinstance(error, ModelBusy) else None
    return max(asked or 0.0, _JITTER(state))


def _lasts(error: ModelError) -> bool:
    """Whether more than TRIES tries make sense."""
    return isinstance(error, ModelAway) or (isinstance(error, ModelBusy) and error.often)


def _error(state: RetryCallState) -> ModelError:
    """Of the try that has failed, one of `_PASSES`."""
    error = state.outcome.exception() if state.outcome else None
    assert isinstance(error, ModelError)
    return error
