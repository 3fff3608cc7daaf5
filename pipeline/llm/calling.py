"""Makes one model call through the record of replies, for a prompt or for a turn of a conversation.

See docs/models.md.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ragatta.pipeline.llm import tokens
from ragatta.pipeline.llm.entries import call_key
from ragatta.pipeline.llm.failure_kinds import is_of_the_server
from ragatta.pipeline.llm.failures import check_encodable, overflow
from ragatta.pipeline.llm.recorded import missing
from ragatta.pipeline.llm.replies import Replies
from ragatta.pipeline.llm.seam import Backend, Completion, ModelError, ModelIdentity, Request
from ragatta.pipeline.machine.clock import running_time
from ragatta.pipeline.machine.secrets import hidden
from ragatta.pipeline.types import ModelCall, Options

MODES = ("use", "off", "refresh", "only", "retry")
Usable = Callable[[Completion], bool]


class Caller:
    """Calls one backend, through the record of replies unless the backend is quicker than looking up.

    `mode`: use (replay, else call and record), off (neither read nor record), refresh (call and replace), only (never
    call; a call that failed when it was made fails again) or retry (as use, but what was unusable is called for again
    and replaced; a usable reply stays, for other answers may rest on it). `sample` numbers the repeats of a run; it
    moves the seed, so that repeats are real repeats. `more` are options of the server's own (llm.options), `omit`
    parameters that are not sent (llm.omit).
    `calls` grows by every call, in order.
    """

    def __init__(
        self,
        backend: Backend,
        replies: Replies | None,
        mode: str = "use",
        sample: int = 0,
        seed: int = 0,
        more: Mapping[str, Any] | None = None,
        omit: Sequence[str] = (),
    ) -> None:
        if mode not in MODES:
            raise ValueError(f"llm.cache: unknown {mode!r}; known: {', '.join(MODES)}")
        cached = replies is not None and backend.cacheable and mode != "off"
        if mode == "only" and backend.cacheable and replies is None:
            raise ValueError("llm.cache=only needs a cache of replies")
        self.backend, self._replies, self._mode = backend, replies if cached else None, mode
        self.sample, self._seed, self._more = sample, seed, more or {}
        self._omit = tuple(omit)
        self.calls: list[ModelCall] = []
        self.lost: list[ModelError] = []  # of the calls that gave no reply, recorded ones too
        self.failed: ModelError | None = None  # of the last call that the server did not answer
        self._last, self._lock = threading.local(), threading.Lock()

    @property
    def by_rule(self) -> bool:
        """Whether rules answer: the backend reads the task, not the messages."""
        return not self.backend.cacheable

    def options(self, options: Options) -> Options:
        """The options with the seed of this run and sample, and the server's own that the run sets."""
        return replace(options, seed=self._seed + self.sample, more=self._more, omit=self._omit)

    def check_fits(self, request: Request) -> None:
        """Raises ContextOverflow for a request that may not fit the model's context window."""
        if self.by_rule:
            return
        window, size = self.backend.context_window(request.options.model), tokens.of_request(request)
        if size + request.options.max_tokens > window:
            raise overflow(request, size, window)

    def complete(self, request: Request, usable: Usable) -> Completion:
        """The reply, recorded or made now. Raises ModelError where none came at all, ReplyMissing if mode is only."""
        identity = self.backend.identity(request.options.model)
        key = call_key(identity, request) if self._replies is not None else ""
        recorded = self._recorded(identity, request, usable, key)
        if recorded is not None:
            self._record(request, identity, recorded, key, live=False)
            return recorded
        start = running_time()
        try:
            completion = self.backend.complete(request)
            check_encodable(completion.text, *(f"{call.name}{call.arguments}" for call in completion.tool_calls))
        except ModelError as error:
            self.failed = error if is_of_the_server(error) else self.failed
            seconds = running_time() - start
            self._fail(request, identity, error, seconds, key, live=True)
            if self._replies is not None:
                self._replies.put_failure(identity, request, error, seconds)
            raise
        self._record(request, identity, completion, key, live=True)
        if self._replies is not None:
            self._replies.put(identity, request, completion, key)
        return completion

    def amend(self, **judgement: Any) -> None:
        """Adds to this thread's last call whether its reply was usable, and what was wrong, without secrets."""
        if "error" in judgement:
            judgement["error"] = hidden(judgement["error"])
        at = self._last.at
        self.calls[at] = replace(self.calls[at], **judgement)

    def _recorded(self, identity: ModelIdentity, request: Request, usable: Usable, key: str) -> Completion | None:
        if self._replies is None or self._mode == "refresh":
            return None
        recorded = self._replies.get(identity, request, key)
        if self._mode == "retry" and recorded is not None and not usable(recorded):
            return None
        if recorded is None and self._mode == "only":
            if failure := self._replies.failure(identity, request, key):
                self._fail(request, identity, failure.error, failure.seconds, key, live=False)
                raise failure.error
            raise missing(identity, request)
        return recorded

    def _fail(
        self, request: Request, identity: ModelIdentity, error: ModelError, seconds: float, key: str, *, live: bool
    ) -> None:
        self.lost.append(error)
        self._record(request, identity, Completion("", 0, 0, seconds), key, live=live)
        self.amend(error=str(error))

    def _record(self, request: Request, identity: ModelIdentity, done: Completion, key: str, *, live: bool) -> None:
        who = (identity.provider, identity.name, identity.digest)
        call = ModelCall(request.task.name, *who, key, live, done.seconds, done.tokens_in, done.tokens_out)
        with self._lock:
            self.calls.append(call)
            self._last.at = len(self.calls) - 1
