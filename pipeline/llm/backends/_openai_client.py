"""The `openai` client without its own retries: pipeline/llm/retry.py retries, within the server's limits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ragatta.pipeline.llm.backends._key import bearer
from ragatta.pipeline.llm.backends._server import Server
from ragatta.pipeline.llm.seam import ModelError

if TYPE_CHECKING:
    from openai import OpenAI

NO_KEY = "none"  # the client insists on one

_FAILED = 500
_STATUSES = {r"rate.?limit|too.many|throttl": 429, r"overload|capacity": 529}  # by words in the type or the code


class Unread(Exception):
    """No reply was read; `error` says why."""

    def __init__(self, error: ModelError) -> None:
        super().__init__(str(error))
        self.error = error


def client(url: str, key: str, server: Server, account: Mapping[str, str]) -> OpenAI:
    """A client that sends the key and the headers of `account`, whatever else its environment names."""
    import httpx2
    from openai import DefaultHttpxClient, OpenAI, OpenAIError

    from ragatta.pipeline.llm.backends._bounded import bounded

    class Passed(Unread, OpenAIError):
        """The client passes errors of its own kind on instead of trying again."""

    class Passing(httpx2.BaseTransport):
        """Raises every ModelError as such an error."""

        def handle_request(self, request: httpx2.Request) -> httpx2.Response:
            try:
                return transport.handle_request(request)
            except ModelError as error:
                raise Passed(error) from None

        def close(self) -> None:
            transport.close()

    key = key or NO_KEY
    transport: httpx2.BaseTransport = bounded(httpx2, url, server, {**bearer(key), **account}, within=error_within)
    return OpenAI(
        base_url=url,
        api_key=key,
        timeout=server.timeout_s,
        max_retries=0,
        http_client=DefaultHttpxClient(timeout=server.timeout_s, follow_redirects=False, transport=Passing()),
    )


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
