"""Models behind any OpenAI-compatible server (OpenRouter, vLLM, llama.cpp, ...).

See docs/models.md; the wire format is that of the Chat Completions API. The key comes from the environment
and goes into the Authorization header, nowhere else: no message, repr, identity or cache entry holds it.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from ragatta.pipeline.llm.address import printable
from ragatta.pipeline.llm.backend import ServedLLM, from_variable
from ragatta.pipeline.llm.backends._endings import FILTERED, LENGTH
from ragatta.pipeline.llm.backends._filters import is_filter
from ragatta.pipeline.llm.backends._key import key_in
from ragatta.pipeline.llm.backends._openai_refusals import (
    OF_PARAMETERS,
    Refusal,
    calls_no_tools,
    is_overflow,
    message,
    refusal,
)
from ragatta.pipeline.llm.backends._openai_wire import (
    FORMAT,
    LIMIT,
    NEW_LIMIT,
    OBJECT,
    SCHEMA,
    ChatReply,
    ModelList,
    chat,
    text_and_calls,
    thought,
)
from ragatta.pipeline.llm.backends._server import Server
from ragatta.pipeline.llm.backends._wire import checked, from_thought
from ragatta.pipeline.llm.failures import left_out, listed, no_tools
from ragatta.pipeline.llm.seam import (
    Completion,
    Filtered,
    ModelBusy,
    ModelError,
    ModelIdentity,
    ModelUnavailable,
    Request,
)
from ragatta.pipeline.machine.clock import running_time
from ragatta.pipeline.plugins.identity import digest

if TYPE_CHECKING:
    from ragatta.pipeline.llm.backends._openai_client import Client


_INSTEAD = {LIMIT: NEW_LIMIT, NEW_LIMIT: LIMIT, SCHEMA: OBJECT}
_KEYS = {NEW_LIMIT: LIMIT, SCHEMA: FORMAT, OBJECT: FORMAT}  # by which llm.omit calls them
_IN_WORDS = {
    **{name: rf"\b{name}\b" for name in (LIMIT, NEW_LIMIT, "temperature", "seed")},
    **dict.fromkeys((SCHEMA, OBJECT), r"\b(response_format|json_schema|json_object|structured outputs?)\b"),
}
# A server that answers 500 may have failed for any reason: its words must refuse.
_REFUSES = re.compile(
    r"(?i)\bun(supported|known|recogni[sz]ed|expected)|not (supported|permitted|allowed|implemented|recogni[sz]ed)"
    r"|does(n't| not) support|extra (inputs|fields)|must be|\bonly\b|invalid"
)


def refused(error: Refusal | ModelError, call: Mapping[str, Any]) -> str:
    """Which parameter of the call the server refused, by a Refusal or by the ModelBusy of a 500; "" if none.
    A 400 that names none is taken for a refusal of the JSON schema: many servers do not say."""
    sent = {name for name in _IN_WORDS if name in (*call, call.get(FORMAT, {}).get("type"))}
    if isinstance(error, ModelError):
        failed = isinstance(error, ModelBusy) and not error.often
        return _named(str(error), sent) if failed and _REFUSES.search(str(error)) else ""
    if error.status not in OF_PARAMETERS or is_overflow(error) or calls_no_tools(error) or is_filter(error.body):
        return ""
    return _named(f"{error.named('param')} {message(error)}", sent) or (SCHEMA if SCHEMA in sent else "")


def refusals_noted(new: Sequence[str], known: Collection[str], model: str, where: str) -> Iterator[str]:
    """That the server refuses these parameters beside the `known` ones, and what is done about each."""
    without = {*known, *new}
    for name in new:
        if (other := _INSTEAD.get(name)) and other not in without:
            yield f"{where} refuses {name} with {model!r}: from now on {other} is sent instead"
        elif other not in new[new.index(name) :]:  # else what is sent instead is refused too, and says it
            yield left_out(where, _KEYS.get(name, name), model)


def _named(words: str, sent: Collection[str]) -> str:
    """The parameter that the words name first."""
    found = {name: re.search(_IN_WORDS[name], words, re.IGNORECASE) for name in sent}
    return min(((match.start(), name) for name, match in found.items() if match), default=(0, ""))[1]


NEEDS = "a server at llm.base_url, and its key in the variable that llm.api_key_env names"
DEFAULT_URL = "https://api.openai.com/v1"
# What servers say of a model in /v1/models that changes only with the model itself.
_STABLE = ("root", "meta", "canonical_slug", "hugging_face_id", "digest", "sha256")


@dataclass(frozen=True)
class OpenAI(ServedLLM):
    """As the module says."""

    CALLS_TOOLS: ClassVar[bool] = True
    IN_FLIGHT: ClassVar[int] = 8
    base_url: str = from_variable("OPENAI_BASE_URL", DEFAULT_URL)  # as OpenAI's own client reads it
    api_key_env: str = "OPENAI_API_KEY"

    def connect(self) -> OpenAICompatible:
        """Opens no connection yet."""
        from ragatta.pipeline.llm.backends._openai_client import Client

        url = self.base_url or DEFAULT_URL
        start = "start it, or set llm.base_url"
        if url == DEFAULT_URL:
            start = f"check the network and {self.api_key_env}, or set llm.base_url to a server of your own"
        server = Server("an OpenAI-compatible server", "server", printable(url), start, self.timeout_s)
        key = key_in(self.api_key_env)
        return OpenAICompatible(
            client=Client(url, key, server, _of_the_account() if url == DEFAULT_URL else {}),
            key=key,
            server=server,
            model=self.model,
            key_env=self.api_key_env,
            window=self.context_window,
        )


@dataclass
class OpenAICompatible:
    client: Client = field(repr=False)
    key: str = field(repr=False)
    server: Server
    model: str
    key_env: str
    window: int  # 0: what the server reports
    cacheable: bool = True
    _listed: dict[str, Mapping[str, Any]] | None = None
    say: Callable[[str], None] = lambda words: None  # noqa: ARG005 - see Says
    _refused: dict[str, tuple[str, ...]] = field(default_factory=dict)  # parameters, by model
    _learning: threading.Lock = field(default_factory=threading.Lock)

    @property
    def where(self) -> str:
        """Host and port."""
        return self.server.where

    def identity(self, model: str | None = None) -> ModelIdentity:
        """The provider is named with its host, for one model name may be another model elsewhere.

        `digest` is the SHA-256 of what /v1/models says of the model that is stable; "" if it says nothing."""
        name = self._name(model)
        entry = self._models().get(name, {})
        stable = {key: entry[key] for key in _STABLE if entry.get(key)}
        return ModelIdentity(f"openai {self.where}", name, digest(stable) if stable else "")

    def context_window(self, model: str | None = None) -> int:
        """llm.context_window, else what /v1/models says. Raises ModelUnavailable if neither tells."""
        if self.window:
            return self.window
        name = self._name(model)
        entry = self._models().get(name, {})
        meta = entry.get("meta")
        meta = meta if isinstance(meta, Mapping) else {}
        limits = [entry.get("max_model_len"), entry.get("context_length"), meta.get("n_ctx"), meta.get("n_ctx_train")]
        for tokens in limits:
            if isinstance(tokens, int) and not isinstance(tokens, bool) and tokens > 0:
                return tokens
        if (there := sorted(self._models())) and name not in there:
            raise ModelUnavailable(f"{self.where} has no model {name!r}; set llm.model to one it has: {listed(there)}")
        raise ModelUnavailable(f"{self.where} does not state the context window of {name!r}; set llm.context_window")

    def check_tools(self, model: str | None = None) -> None:
        """Raises ModelUnavailable where /v1/models says that the model takes no tools; most servers do not say."""
        name = self._name(model)
        taken = self._models().get(name, {}).get("supported_parameters")
        if isinstance(taken, list) and "tools" not in taken:
            raise no_tools(f"{name}, says {self.where},")

    def complete(self, request: Request) -> Completion:
        """One whole reply. Raises ModelError."""
        name = self._name(request.options.model)
        start = running_time()
        reply = self._send(name, request)
        seconds = running_time() - start
        found = checked(ChatReply, reply, self.server)
        usage = found.usage  # some servers do not count; 0 then
        counts = (usage.prompt_tokens or 0, usage.completion_tokens or 0) if usage else (0, 0)
        if not found.choices:
            raise self.server.invalid("holds no choices")
        first = found.choices[0]
        ended = (first.finish_reason or "").casefold()
        if ended in FILTERED:
            raise Filtered(f"{name} at {self.where} ended its reply with {ended}: a filter of content took the rest")
        text, calls = text_and_calls(first.message)
        cut = ended in LENGTH
        if not text and not calls:
            less = "have it think less, such as with llm.options.reasoning_effort=low"
            text = from_thought(thought(first.message), request, cut, f"{name} at {self.where}", less)
        return Completion(text, *counts, seconds, calls, cut=cut)

    def _name(self, model: str | None) -> str:
        name = model or self.model
        if not name:
            known = listed(sorted(self._models()))
            raise ModelUnavailable(f"llm=openai needs llm.model; {self.where} has: {known or 'no list of models'}")
        return name

    def _models(self) -> dict[str, Mapping[str, Any]]:
        if self._listed is None:
            with self._explained(self.model):
                try:
                    reply = self.client.models()
                except Refusal as error:
                    if error.status != 404:  # the list is optional
                        raise
                    reply = {}
                self._listed = {
                    each.id: each.model_dump() for each in checked(ModelList, reply, self.server).data or ()
                }
        return self._listed

    def _send(self, name: str, request: Request) -> Any:
        """Asks without the parameters that the server has refused for this model, and once more where it refuses
        another. Those without which it then replies stay left out."""
        limits = (NEW_LIMIT, LIMIT) if self.where == printable(DEFAULT_URL) else (LIMIT, NEW_LIMIT)
        without = self._refused.get(name, ())
        with self._explained(name):
            while True:
                call = chat(name, request, limits, without)
                try:
                    reply = self.client.chat({**call, **request.options.more})
                except (Refusal, ModelError) as error:
                    found = refused(error, call)
                    if not found:
                        raise
                    without = (*without, found)
                else:
                    self._learn(name, without)
                    return reply

    def _learn(self, name: str, without: tuple[str, ...]) -> None:
        with self._learning:
            known = self._refused.get(name, ())
            if new := [each for each in without if each not in known]:
                self._refused[name] = (*known, *new)
                for words in refusals_noted(new, known, name, self.where):
                    self.say(words)

    @contextmanager
    def _explained(self, model: str) -> Iterator[None]:
        try:
            yield
        except Refusal as error:  # `from None`: it may quote what the server echoed of the request, the key included
            raise refusal(error, self.where, model, self.key, self.key_env) from None


def _of_the_account() -> dict[str, str]:
    """Whose account a call to OpenAI itself is counted to, by the variables of OpenAI's own client. Another server is
    not told."""
    headers = {"openai-organization": key_in("OPENAI_ORG_ID"), "openai-project": key_in("OPENAI_PROJECT_ID")}
    return {name: value for name, value in headers.items() if value}
