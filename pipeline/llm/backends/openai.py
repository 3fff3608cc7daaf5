"""Models behind any OpenAI-compatible server (OpenRouter, vLLM, llama.cpp, ...), through the `openai` client.

Source: design section 4; the wire format is that of the Chat Completions API. The key comes from the environment
and goes into the Authorization header, nowhere else: no message, repr, identity or cache entry holds it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pipeline.identity import digest
from pipeline.llm.address import shown
from pipeline.llm.backends._openai_client import NO_KEY, BrokeOff, client
from pipeline.llm.seam import (
    Backend,
    Completion,
    ContextOverflow,
    InvalidReply,
    ModelError,
    ModelIdentity,
    ModelTimeout,
    ModelUnavailable,
    Request,
)
from pipeline.llm.unfinished import UnfinishedReply
from pipeline.settings import LLM

if TYPE_CHECKING:
    from openai import OpenAI

ASKS_A_MODEL = True
DEFAULT_URL = "https://api.openai.com/v1"
_THIS_CALL = (400, 413, 422)  # refused for what it holds: the next question may be taken
# What servers say of a model in /v1/models that changes only with the model itself.
_STABLE = ("root", "meta", "canonical_slug", "hugging_face_id", "digest", "sha256")


@dataclass
class OpenAICompatible:
    client: OpenAI = field(repr=False)
    where: str  # host and port
    model: str
    key_env: str
    timeout_s: float
    window: int  # 0: what the server reports
    cacheable: bool = True
    _listed: dict[str, Mapping[str, Any]] | None = None
    _without_schema: set[str] = field(default_factory=set)  # models whose server refused json_schema

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
        meta = entry.get("meta") or {}
        said = [entry.get("max_model_len"), entry.get("context_length"), meta.get("n_ctx"), meta.get("n_ctx_train")]
        for tokens in said:
            if isinstance(tokens, int) and tokens > 0:
                return tokens
        raise ModelUnavailable(f"{self.where} does not say the context window of {name!r}; set llm.context_window")

    def complete(self, request: Request) -> Completion:
        """One whole reply; the client retries after 429 and 5xx. Raises ModelError."""
        name = self._name(request.options.model)
        start = perf_counter()
        reply = self._send(name, request)
        seconds = perf_counter() - start
        choices = getattr(reply, "choices", None)
        if not choices or choices[0].message is None:
            raise InvalidReply(f"{request.task.name}: {self.where} sent no choices; is it an OpenAI-compatible server?")
        usage = reply.usage  # some servers do not count; 0 then
        counts = (usage.prompt_tokens or 0, usage.completion_tokens or 0) if usage else (0, 0)
        completion = Completion(_text(choices[0].message), *counts, seconds)
        if choices[0].finish_reason == "length":
            raise UnfinishedReply(request.task.name, request.options.max_tokens, completion)
        return completion

    def _name(self, model: str | None) -> str:
        name = model or self.model
        if not name:
            known = ", ".join(sorted(self._models())[:8])
            raise ModelUnavailable(f"llm=openai needs llm.model; {self.where} has: {known or 'no list of models'}")
        return name

    def _models(self) -> dict[str, Mapping[str, Any]]:
        if self._listed is None:
            from openai import NotFoundError

            with self._explained(self.model):
                try:
                    self._listed = {entry.id: entry.to_dict() for entry in self.client.models.list()}
                except NotFoundError:  # the list is optional
                    self._listed = {}
        return self._listed

    def _send(self, name: str, request: Request) -> Any:
        """By tool or JSON schema; once by plain JSON, and from then on, where the server refuses a schema."""
        from openai import BadRequestError, UnprocessableEntityError

        create: Any = self.client.chat.completions.create
        call = _chat(name, request, self.where)
        with self._explained(name):
            if request.tool:
                return create(**call)
            if name not in self._without_schema:
                try:
                    return create(**call, response_format=_schema_format(request))
                except (BadRequestError, UnprocessableEntityError) as error:
                    if _is_overflow(error):
                        raise
            reply = create(**call, response_format={"type": "json_object"})
            self._without_schema.add(name)
            return reply

    @contextmanager
    def _explained(self, model: str) -> Iterator[None]:
        # `from None`: the client's own exception may quote what the server echoed of the request, the key included.
        import openai

        try:
            yield
        except openai.APITimeoutError:
            raise ModelTimeout(
                f"no whole reply from {self.where} within {self.timeout_s:g} s; raise llm.timeout_s"
            ) from None
        except BrokeOff:
            raise InvalidReply(f"the reply of {model!r} from {self.where} broke off") from None
        except openai.APIConnectionError:
            raise ModelUnavailable(f"no server at {self.where}; start it, or set llm.base_url") from None
        except openai.APIStatusError as error:
            raise self._status(error, model) from None
        except (openai.APIError, ValueError):
            raise InvalidReply(f"{self.where} sent no JSON; is it an OpenAI-compatible server?") from None

    def _status(self, error: Any, model: str) -> ModelError:
        key = self.client.api_key
        said = _message(error) if key == NO_KEY else _masked(_message(error), key)
        if error.status_code in (401, 403):  # the server's words may show parts of the key
            return ModelUnavailable(f"{self.where} refused the key; set the environment variable {self.key_env}")
        if error.status_code == 404:
            return ModelUnavailable(f"{self.where} has no model {model!r}; set llm.model or llm.base_url: {said}")
        if error.status_code == 429:
            return ModelUnavailable(f"{self.where} takes no more calls for now, or the account is empty: {said}")
        if _is_overflow(error):
            return ContextOverflow(f"the prompt does not fit {model!r}: {said}; lower retrieval.context_tokens")
        refused = ModelError if error.status_code in _THIS_CALL else ModelUnavailable
        return refused(f"{self.where} refused the call ({error.status_code}): {said}")


def _masked(said: str, key: str) -> str:
    """What a server said without the key, also where it quotes a part of it or the header that carried it."""
    for length in range(len(key), LEAST_SECRET - 1, -1):
        said = said.replace(key[:length], "***")
    return re.sub(r"(?i)\b(bearer|basic)\s+\S+", r"\1 ***", said)


def _message(error: Any) -> str:
    body = error.body if isinstance(error.body, Mapping) else {}
    return str(body.get("message") or error.message)[:300]


def _is_overflow(error: Any) -> bool:
    said = f"{getattr(error, 'code', '')} {getattr(error, 'type', '')} {_message(error)}".lower()
    return any(sign in said for sign in ("context_length", "context length", "context size", "exceed_context"))


def _chat(model: str, request: Request, where: str) -> dict[str, Any]:
    options = request.options
    # OpenAI's newer models refuse the old name of the limit, other servers may not know the new one.
    limit = "max_completion_tokens" if where == shown(DEFAULT_URL) else "max_tokens"
    call: dict[str, Any] = {
        "model": model,
        "messages": [{"role": m.role, "content": m.content} for m in request.messages],
        "temperature": options.temperature,
        "seed": options.seed,
        limit: options.max_tokens,
    }
    if request.tool:
        function = {"name": request.tool, "description": "Gives the reply.", "parameters": dict(request.schema)}
        call["tools"] = [{"type": "function", "function": function}]
        call["tool_choice"] = {"type": "function", "function": {"name": request.tool}}
    return call


def _schema_format(request: Request) -> dict[str, Any]:
    schema = {"name": request.task.name, "strict": True, "schema": dict(request.schema)}
    return {"type": "json_schema", "json_schema": schema}


def _text(message: Any) -> str:
    """The first tool call's arguments, else the words; a refusal is words too, and will not validate."""
    for called in message.tool_calls or ():
        arguments = called.function.arguments
        return arguments if isinstance(arguments, str) else json.dumps(arguments)
    return message.content or getattr(message, "refusal", None) or ""


LEAST_SECRET = 8  # characters of a key that give something away


def connect(settings: LLM) -> Backend:
    """Opens no connection yet. A server that needs no key is asked without a real one."""
    url = settings.base_url or DEFAULT_URL
    return OpenAICompatible(
        client=client(url, os.environ.get(settings.api_key_env, ""), settings.timeout_s),
        where=shown(url),
        model=settings.model,
        key_env=settings.api_key_env,
        timeout_s=settings.timeout_s,
        window=settings.context_window,
    )
