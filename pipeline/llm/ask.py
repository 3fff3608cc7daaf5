"""`ask(prompt) -> reply`: the whole interface between an agent and a model.

A reply is validated against the prompt's type, repaired once by the model itself, and else the prompt's own
fallback is used, flagged and counted. Source: design section 4.
"""

from __future__ import annotations

import json
from dataclasses import replace
from time import perf_counter
from typing import Any, TypeVar

from pipeline.llm import tokens
from pipeline.llm.control_tokens import inert
from pipeline.llm.parsing import Unusable, parse
from pipeline.llm.recorded import missing
from pipeline.llm.replies import Replies, call_key
from pipeline.llm.schema import reply_schema
from pipeline.llm.seam import (
    Backend,
    Completion,
    ContextOverflow,
    Message,
    ModelError,
    ModelIdentity,
    Prompt,
    Request,
)
from pipeline.llm.unfinished import UnfinishedReply
from pipeline.tasks import Reply
from pipeline.types import ModelCall

R = TypeVar("R", bound=Reply)

MODES = ("use", "off", "refresh", "only", "retry")

# Constrained decoding forces the form but tells the model nothing of it.
FORM = "Reply with one JSON object only, without any other words. Its JSON schema:\n{schema}"

REPAIR = """That reply cannot be used: {wrong}.
Reply with the corrected JSON object only, without any other words."""


class Asker:
    """Asks one backend, through the cache of replies unless the backend is quicker than looking up.

    `mode`: use (replay, else ask and record), off (neither read nor record), refresh (ask and replace), only (never
    ask; a call that failed when it was made fails again) or retry (as use, but what was unusable is asked again and
    replaced; a usable reply stays, for other answers may rest on it). `sample` numbers the repeats of a run; it moves
    the seed, so that repeats are real repeats.
    `calls` grows by every call, in order.
    """

    def __init__(
        self, backend: Backend, replies: Replies | None, mode: str = "use", sample: int = 0, seed: int = 0
    ) -> None:
        if mode not in MODES:
            raise ValueError(f"llm.cache: unknown {mode!r}; known: {', '.join(MODES)}")
        cached = replies is not None and backend.cacheable and mode != "off"
        if mode == "only" and backend.cacheable and replies is None:
            raise ValueError("llm.cache=only needs a cache of replies")
        self._backend, self._replies, self._mode = backend, replies if cached else None, mode
        self._sample, self._seed = sample, seed
        self.calls: list[ModelCall] = []

    def ask(self, prompt: Prompt[R]) -> R:
        """The validated reply, or the prompt's fallback. Raises ModelError where no reply came at all,
        ContextOverflow before sending a prompt that may not fit, ReplyMissing if mode is only."""
        request = self._request(prompt)
        self._check_fits(request)
        first = self._complete(request, prompt)
        try:
            return parse(first.text, prompt.reply)
        except Unusable as error:
            wrong = str(error)
        self._amend(error=wrong)
        return self._repair(prompt, request, first.text, wrong)

    def _repair(self, prompt: Prompt[R], request: Request, text: str, wrong: str) -> R:
        correction = (Message("assistant", inert(text)), Message("user", inert(REPAIR.format(wrong=wrong))))
        again = replace(request, messages=(*request.messages, *correction), tool="")
        try:
            self._check_fits(again)
        except ContextOverflow:  # the question itself fitted: an unusable reply, not a failed call
            self._amend(fell_back=True, error=f"{wrong}; no room to ask for a correction")
            return prompt.fallback()
        second = self._complete(again, prompt)
        try:
            reply = parse(second.text, prompt.reply)
        except Unusable as error:
            self._amend(fell_back=True, error=str(error))
            return prompt.fallback()
        self._amend(repaired=True)
        return reply

    def _request(self, prompt: Prompt[R]) -> Request:
        schema = reply_schema(prompt.reply)
        form = FORM.format(schema=json.dumps(schema, ensure_ascii=False, separators=(",", ":")))
        return Request(
            task=prompt.task,
            messages=(Message("system", inert(f"{prompt.system}\n\n{form}")), Message("user", inert(prompt.user))),
            schema=schema,
            options=replace(prompt.options, seed=self._seed + self._sample),
            tool=prompt.tool,
            sample=self._sample,
        )

    def _check_fits(self, request: Request) -> None:
        if not self._backend.cacheable:
            return  # it reads the task, not the messages
        window = self._backend.context_window(request.options.model)
        size = tokens.of_messages(request.messages)
        if size + request.options.max_tokens > window:
            raise ContextOverflow(
                f"{request.task.name}: a prompt of up to {size} tokens and a reply of {request.options.max_tokens} "
                f"do not fit the model's context window of {window}; lower retrieval.context_tokens, "
                "or choose a model with a larger window"
            )

    def _complete(self, request: Request, prompt: Prompt[R]) -> Completion:
        identity = self._backend.identity(request.options.model)
        recorded = self._recorded(identity, request, prompt)
        if recorded is not None:
            self._record(request, identity, recorded, live=False)
            return recorded
        start = perf_counter()
        try:
            completion = self._backend.complete(request)
        except UnfinishedReply as error:
            completion = error.completion
        except ModelError as error:
            seconds = perf_counter() - start
            self._fail(request, identity, error, seconds, live=True)
            if self._replies is not None:
                self._replies.put_failure(identity, request, error, seconds)
            raise
        self._record(request, identity, completion, live=True)
        if self._replies is not None:
            self._replies.put(identity, request, completion)
        return completion

    def _recorded(self, identity: ModelIdentity, request: Request, prompt: Prompt[R]) -> Completion | None:
        if self._replies is None or self._mode == "refresh":
            return None
        recorded = self._replies.get(identity, request)
        if self._mode == "retry" and recorded is not None and not _usable(recorded, prompt):
            return None
        if recorded is None and self._mode == "only":
            if failure := self._replies.failure(identity, request):
                self._fail(request, identity, failure.error, failure.seconds, live=False)
                raise failure.error
            raise missing(identity, request)
        return recorded

    def _fail(self, request: Request, identity: ModelIdentity, error: ModelError, seconds: float, live: bool) -> None:
        self._record(request, identity, Completion("", 0, 0, seconds), live)
        self._amend(error=str(error))

    def _record(self, request: Request, identity: ModelIdentity, done: Completion, live: bool) -> None:
        key = call_key(identity, request) if self._replies is not None else ""
        who = (identity.provider, identity.name, identity.digest)
        self.calls.append(ModelCall(request.task.name, *who, key, live, done.seconds, done.tokens_in, done.tokens_out))

    def _amend(self, **judgement: Any) -> None:
        self.calls[-1] = replace(self.calls[-1], **judgement)


def _usable(recorded: Completion, prompt: Prompt[Any]) -> bool:
    try:
        parse(recorded.text, prompt.reply)
    except Unusable:
        return False
    return True
