"""Calls of a model server that is no chat's, in JSON: within its limits, with patience, and counted in the budget."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ragatta.pipeline.llm import tokens
from ragatta.pipeline.llm.address import printable
from ragatta.pipeline.llm.backends._json_body import objects
from ragatta.pipeline.llm.backends._key import bearer, key_in, masked
from ragatta.pipeline.llm.backends._server import Server, printable_error
from ragatta.pipeline.llm.meter import Meter, Price
from ragatta.pipeline.llm.model_server import ModelServer
from ragatta.pipeline.llm.pace import Pace
from ragatta.pipeline.llm.retry import no_reply_yet, patiently
from ragatta.pipeline.llm.seam import (
    Completion,
    InvalidReply,
    ModelBusy,
    ModelError,
    ModelTimeout,
    ModelUnavailable,
)
from ragatta.pipeline.machine.clock import running_time

_REFUSED = (401, 403)
_TOO_LARGE = (413, 422)
_LONG = r"too (long|large|many)|exceed|maximum|length"  # of a refusal that has no status of its own


@dataclass
class JsonServer:
    """A server at the address of `settings`, which stand below `section` of a configuration; `kind` is what messages
    call it. Safe to share between threads."""

    settings: ModelServer
    section: str
    kind: str
    default_url: str
    meter: Meter = field(default_factory=Meter)

    def __post_init__(self) -> None:
        self.url = (self.settings.base_url or self.default_url).rstrip("/")
        self.where = printable(self.url)
        start = f"start it, or set {self.section}.base_url"
        self._server = Server(f"a {self.kind}", self.kind, self.where, start, self.settings.timeout_s)
        self._key = key_in(self.settings.api_key_env) if self.settings.api_key_env else ""
        self._pace = Pace(self.settings.in_flight, self.settings.rpm, self.settings.tpm)
        self._opening = threading.Lock()
        self._client: Any = None

    def get(self, path: str) -> Any:
        """The reply, an object or a list. Raises ModelError."""
        return self._patiently(lambda: self._sent("GET", path, None))

    def post(self, path: str, body: Any, texts: Sequence[str]) -> Any:
        """The reply, an object or a list; `texts` are what the server reads. Raises ModelError, BudgetSpent before a
        call that the budget has no room for."""
        return self._patiently(lambda: self._counted(path, body, sum(map(tokens.upper_bound, texts))))

    def invalid(self, words: str) -> InvalidReply:
        """`words` end the sentence on what is wrong with the reply."""
        return self._server.invalid(words)

    def unavailable(self, words: str) -> ModelUnavailable:
        """That the server, or a model on it, is not there."""
        return ModelUnavailable(words)

    def _patiently(self, call: Callable[[], Any]) -> Any:
        waits = self.meter.waits
        try:
            with waits.call(no_reply_yet(self.where)):
                return patiently(call, self.settings.patience_s, lambda error: waits.because(self._named(str(error))))
        except ModelError as error:
            error.args = (self._named(str(error)),)
            raise

    def _named(self, words: str) -> str:
        """A message on a chat's server, with the settings of this one."""
        return words.replace("llm.", f"{self.section}.").replace("runner.workers", f"{self.section}.in_flight")

    def _counted(self, path: str, body: Any, most: int) -> Any:
        price = Price(self.settings.price_in)
        tell = self.meter.waits.because
        with self.meter.call(most, 0, price) as book, self._pace.admitted(most, tell) as turn:
            tell(no_reply_yet(self.where))
            begun = running_time()
            try:
                reply = self._sent("POST", path, body)
            except ModelBusy as busy:
                turn.refused(busy)
                raise
            except (InvalidReply, ModelTimeout):  # it may have been worked on, and charged
                book(None)
                raise
            read = _read(reply) or most
            book(Completion("", read, 0, running_time() - begun))
            turn.answered(read)
            return reply

    def _sent(self, method: str, path: str, body: Any) -> Any:
        reply = self._opened().request(method, f"{self.url}{path}", json=body)
        if reply.status_code < 400:
            return reply.json()
        words = masked(printable_error(reply.json()["error"]), self._key)
        if reply.status_code in _REFUSED:
            variable = self.settings.api_key_env
            fix = f"set {variable} to its key" if variable else f"set {self.section}.api_key_env"
            raise ModelUnavailable(f"{self.where} refuses the key ({reply.status_code}); {fix}")
        if reply.status_code in _TOO_LARGE or (reply.status_code == 400 and re.search(_LONG, words, re.IGNORECASE)):
            raise ModelUnavailable(
                f"{self.where} finds the request to {path} too large ({reply.status_code}): {words}; lower "
                f"{self.section}.batch ({self.settings.batch}) if it has too many texts, chunking.chunk_size if these "
                "are too long"
            )
        fix = f"; is it a {self.kind}, and {self.section}.model one of its models?" if reply.status_code == 404 else ""
        raise ModelUnavailable(f"{self.where} refuses {path} ({reply.status_code}): {words}{fix}")

    def _opened(self) -> Any:
        import httpx

        from ragatta.pipeline.llm.backends._bounded import Bounded

        with self._opening:
            if self._client is None:
                read = partial(objects, kinds=(dict, list))
                transport = Bounded(self.url, self._server, bearer(self._key), read=read)
                self._client = httpx.Client(timeout=self.settings.timeout_s, transport=transport)
        return self._client


def _read(reply: Any) -> int:
    """Tokens that the server says it has read; 0 where it does not say."""
    if not isinstance(reply, dict):
        return 0
    usage = reply.get("usage")
    tokens_in = usage.get("prompt_tokens") if isinstance(usage, dict) else reply.get("prompt_eval_count")
    return tokens_in if isinstance(tokens_in, int) and not isinstance(tokens_in, bool) and tokens_in > 0 else 0
