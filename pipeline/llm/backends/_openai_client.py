"""The two calls of an OpenAI-compatible server: the list of its models, and a chat."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import httpx

from ragatta.pipeline.llm.backends._bounded import Bounded
from ragatta.pipeline.llm.backends._key import bearer
from ragatta.pipeline.llm.backends._openai_refusals import Refusal
from ragatta.pipeline.llm.backends._server import Server

_FAILED = 500
_STATUSES = {r"rate.?limit|too.many|throttl": 429, r"overload|capacity": 529}  # by words in the type or the code


class Client:
    """Sends the key and the headers of `account`, and nothing else of its environment. Safe to share between
    threads. Its calls raise Refusal for a status of 400 or more, ModelError where no reply was read."""

    def __init__(self, url: str, key: str, server: Server, account: Mapping[str, str]) -> None:
        transport = Bounded(url, server, {**bearer(key), **account}, within=error_within)
        self._url = url.rstrip("/")
        self._http = httpx.Client(timeout=server.timeout_s, transport=transport)

    def models(self) -> Any:
        return self._sent("GET", "/models", None)

    def chat(self, body: Mapping[str, Any]) -> Any:
        return self._sent("POST", "/chat/completions", body)

    def _sent(self, method: str, path: str, body: Any) -> Any:
        reply = self._http.request(method, f"{self._url}{path}", json=body)
        if reply.status_code >= 400:
            raise Refusal(reply.status_code, reply.json()["error"])
        return reply.json()


def error_within(reply: Mapping[str, Any]) -> tuple[int, Any] | None:
    """The status that a reply of HTTP 200 stands for, and its error; None for a reply that is no error. OpenRouter and
    other gateways send errors so when the provider behind them fails after they have begun to reply; FastChat and older
    vLLM put an object of their own in place of the reply."""
    choices = reply.get("choices")
    first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
    error = first.get("error")
    failed = first.get("finish_reason") == "error"
    if not choices or failed:
        error = error or reply.get("error") or (reply if reply.get("object") == "error" else None)
        error = error or ("the reply ended with finish_reason error" if failed else None)
    return (_status(error), error) if error else None


def _status(error: Any) -> int:
    fields = error if isinstance(error, dict) else {}
    for code in (fields.get("code"), fields.get("status")):
        digits = str(code)[:3]  # FastChat's 50001 is a 500
        if digits.isascii() and digits.isdigit() and 400 <= int(digits) < 600:
            return int(digits)
    words = f"{fields.get('code')} {fields.get('type')}".lower()
    return next((status for known, status in _STATUSES.items() if re.search(known, words)), _FAILED)
