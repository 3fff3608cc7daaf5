"""The retry policy: retries a call if the server is busy (such as HTTP 429) or away, or if the reply broke off."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from tenacity import RetryCallState, Retrying, retry_if_exception_type, wait_random_exponential

from ragatta.pipeline.llm.seam import Backend, BrokenReply, Completion, ModelAway, ModelBusy, ModelFailed, Request
from ragatta.pipeline.llm.wrapped import Wrapped

TRIES = 3  # of a call whose reply breaks off, or on which the server fails
_PASSES = (ModelBusy, ModelAway, BrokenReply)  # the next try may fare better
_JITTER = wait_random_exponential(multiplier=1, max=60)  # seconds: up to 1, 2, 4, ...


class Retries(Wrapped):
    """Asks a busy server again after the time that it names, else after a growing random time, and so a server that is
    away: both for at most `patience_s` seconds a call. A reply that breaks off is asked for `TRIES` times."""

    def __init__(self, backend: Backend, patience_s: float, say: Callable[[str], None]) -> None:
        """`say` is told when the server goes away."""
        super().__init__(backend)
        self._patience_s, self._say = patience_s, say
        self._away = False

    def complete(self, request: Request) -> Completion:
        """One reply. Raises ModelError."""
        try:
            completion: Completion = retrying(self._patience_s, self._tell)(self.backend.complete, request)
        except ModelBusy as busy:
            words = f"{busy}; {given_up(busy, self._patience_s)}"
            raise (ModelBusy(words, busy.after) if busy.often else ModelFailed(words)) from None
        self._away = False
        return completion

    def _tell(self, state: RetryCallState) -> None:
        if isinstance(error := _error(state), ModelAway) and not self._away:
            self._away = True  # threads may say it twice, which does no harm
            self._say(f"{error}; waiting for it up to {self._patience_s:g} s (llm.patience_s)")


class _Stop:
    """When one call is tried no more: after a few replies that break off, or if the server stays busy or away for
    `patience_s` seconds from the first time on. How long the calls before took does not count."""

    def __init__(self, patience_s: float) -> None:
        self._patience_s = patience_s
        self._broken = 0
        self._since: float | None = None

    def __call__(self, state: RetryCallState) -> bool:
        if not _lasts(state):
            self._broken += 1
            return self._broken >= TRIES
        now = monotonic()
        self._since = now if self._since is None else self._since
        return now + state.upcoming_sleep - self._since > self._patience_s


def retrying(patience_s: float, tell: Callable[[RetryCallState], None] | None = None) -> Retrying:
    """What makes a call again, as `Retries` says; `tell` is told before each wait."""
    return Retrying(
        retry=retry_if_exception_type(_PASSES),
        wait=_wait,
        stop=_Stop(patience_s),
        before_sleep=tell,
        reraise=True,
    )


def given_up(busy: ModelBusy, patience_s: float) -> str:
    """Why no more is tried, with the fix."""
    if not busy.often:
        return f"tried {TRIES} times; see the server's log"
    if busy.after is not None and busy.after > patience_s:
        return f"it asks to wait {busy.after:.0f} s, more than llm.patience_s={patience_s:g}"
    return (
        f"given up after llm.patience_s={patience_s:g}; raise it, lower runner.workers, or set llm.rpm and llm.tpm to "
        "what the server allows"
    )


def _wait(state: RetryCallState) -> float:
    """Seconds until the next try: at least what the server asks for."""
    error = _error(state)
    asked = error.after if isinstance(error, ModelBusy) else None
    return max(asked or 0.0, _JITTER(state))


def _lasts(state: RetryCallState) -> bool:
    """Whether more than TRIES tries make sense."""
    error = _error(state)
    return isinstance(error, ModelAway) or (isinstance(error, ModelBusy) and error.often)


def _error(state: RetryCallState) -> BaseException | None:
    return state.outcome.exception() if state.outcome else None
