"""The judge of all variations of a sweep. Its judgements are recorded apart from the answers' replies; a failed one is
kept, like a failed answer, until `retry_failed` asks for it again."""

from __future__ import annotations

import threading
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.llm.failure_kinds import IN_A_ROW, is_of_the_server
from ragatta.pipeline.llm.failures import SHORTER
from ragatta.pipeline.llm.replies import Replies
from ragatta.pipeline.llm.seam import Backend, ModelError, ModelUnavailable, Prompt, ReplyMissing
from ragatta.pipeline.types import ModelCall


@dataclass(frozen=True)
class Judging:
    """The calls behind the judgements of one answer; `failed` says why some gave no usable reply ("": all gave one)."""

    calls: tuple[ModelCall, ...] = ()
    failed: str = ""

    def __add__(self, other: Judging) -> Judging:
        return Judging(self.calls + other.calls, "; ".join(filter(None, (self.failed, other.failed))))


class Judge:
    """Asks the judge's model. Raises ModelUnavailable before any judging if it is missing, and where its server fails
    at judgement after judgement; ReplyMissing if it may only be replayed and has no record."""

    def __init__(self, backend: Backend, llm: LLM, replies: Replies, retry_failed: bool = False) -> None:
        self._backend, self.identity = backend, backend.identity()
        self.llm, self._replies, self._retry_failed = llm, replies, retry_failed
        self._retried: set[str] = set()
        self._failing = 0  # judgements in a row at which the server failed
        self._own = threading.local()  # a thread judges one answer at a time
        self._turns: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)

    def ask(self, prompt: Prompt[Any]) -> Any:
        """Like Asker.ask; equal prompts of a sweep wait for each other, so that each is asked and retried once."""
        with self._turns[prompt.user]:
            try:
                return self._asked(prompt)
            finally:
                self._own.taken = (self._taken() or Judging()) + self._own.last

    def _asked(self, prompt: Prompt[Any]) -> Any:
        if self.llm.cache != "use":
            return self._through(self.llm.cache, prompt)
        try:
            reply = self._through("only", prompt)
        except ReplyMissing:  # not judged yet, or not to the end
            return self._through("use", prompt)
        except ModelError:
            if not self._again(prompt):
                raise
        else:
            if not self._own.last.failed or not self._again(prompt):
                return reply
        return self._through("retry", prompt)

    def take(self) -> Judging | None:
        """The calls of the judgements since the last `take`; None if there were none."""
        taken, self._own.taken = self._taken(), None
        return taken

    def _taken(self) -> Judging | None:
        return getattr(self._own, "taken", None)

    def _through(self, mode: str, prompt: Prompt[Any]) -> Any:
        llm = self.llm
        asker = Asker(self._backend, self._replies, mode=mode, seed=llm.seed, more=llm.options, omit=llm.omit)
        failed = ""
        try:
            reply = asker.ask(prompt)
            self._failing = 0 if mode != "only" else self._failing
            failed = asker.calls[-1].error if asker.calls[-1].fell_back else ""
        except ModelError as fault:
            message = str(fault).replace(SHORTER, "choose a judge with a larger window: llm.model")
            failed = message.replace(" llm.", " scoring.judge_llm.")
            if mode != "only" and is_of_the_server(fault):
                self._failing += 1
                if self._failing >= IN_A_ROW:
                    failed += f"; so it was with {IN_A_ROW} judgements one after the other"
                    raise ModelUnavailable(failed) from fault
            raise
        finally:
            self._own.last = Judging(tuple(asker.calls), failed)
        return reply

    def _again(self, prompt: Prompt[Any]) -> bool:
        again = self._retry_failed and prompt.user not in self._retried
        self._retried.add(prompt.user)
        return again
