"""Speaks the OpenAI Chat Completions API as its reference describes it: /v1/models and /v1/chat/completions."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from tests.standins.loopback import Handler, LoopbackServer, Said

MODEL = "small-chat"


@dataclass
class OpenAIServer(LoopbackServer):
    """`key` is the only one accepted ("" for any); `takes_schema` False refuses response_format json_schema; `refuses`
    says of a call what it refuses, as status and words, None if nothing."""

    key: str = ""
    takes_schema: bool = True
    refuses_tools: str = ""  # the words, if it calls none
    refuses: Callable[[Any], tuple[int, str] | None] = lambda body: None  # noqa: ARG005
    form: Callable[[str], Any] | None = None  # the body of that refusal, by its words; None: as OpenAI writes it
    lists_models: bool = True
    window: int | None = 8192
    told: dict[str, Any] = field(default_factory=lambda: {"root": "org/small-chat"})
    chat_path = "/v1/chat/completions"

    @property
    def base_url(self) -> str:
        return f"{self.address}/v1"

    def answer(self, handler: Handler, path: str, body: Any) -> None:
        given = handler.headers.get("Authorization", "").removeprefix("Bearer ")
        if self.key and given != self.key:
            return _refuse(handler, 401, f"Incorrect API key provided: {given}", "invalid_api_key")
        if path == "/v1/models":
            if not self.lists_models:
                return _refuse(handler, 404, "unknown path", "not_found")
            entry = {"id": MODEL, "object": "model", "created": 1, "owned_by": "test", **self.told}
            return handler.send({"object": "list", "data": [{**entry, "max_model_len": self.window}]})
        if body["model"] != MODEL:
            return _refuse(handler, 404, f"The model {body['model']!r} does not exist", "model_not_found")
        if body.get("response_format", {}).get("type") == "json_schema" and not self.takes_schema:
            return _refuse(handler, 400, "response_format: json_schema is not supported", "invalid_request_error")
        if body.get("tools") and self.refuses_tools:
            return _refuse(handler, 400, self.refuses_tools, "BadRequestError")
        if refusal := self.refuses(body):
            status, words = refusal
            if self.form:
                return handler.send(self.form(words), status)
            return _refuse(handler, status, words, "invalid_request_error")
        return _chat(handler, body, self.next(body))


def _refuse(handler: Handler, status: int, message: str, code: str) -> None:
    handler.send({"error": {"message": message, "type": code, "param": None, "code": code}}, status)


def _call(name: str, arguments: Any) -> dict[str, Any]:
    """With a random id, as real servers give."""
    given = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {"id": f"call_{uuid4().hex}", "type": "function", "function": {"name": name, "arguments": given}}


def _chat(handler: Handler, body: Any, said: Said) -> None:
    handler.wait(said.hang_s)
    if said.status != 200:
        return _refuse(handler, said.status, str(said.error), str(said.error))
    if said.raw is not None:
        return handler.send(said.raw)
    message: dict[str, Any] = {"role": "assistant", "content": said.text, "refusal": None}
    if said.calls:
        message |= {"content": said.text or None, "tool_calls": [_call(*call) for call in said.calls]}
    read = 2 * sum(len((m["content"] or "").split()) for m in body["messages"]) if said.read is None else said.read
    usage = {"prompt_tokens": read, "completion_tokens": 9, "total_tokens": read + 9}
    reply = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "system_fingerprint": "fp_1",
        "choices": [{"index": 0, "message": message, "finish_reason": said.finish}],
        "usage": usage,
    }
    return handler.send(reply, cut=said.cut)
