"""The `openai` client without its own retries: pipeline/llm/retry.py retries, within the server's limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ragatta.pipeline.llm.backends._bounded import Server, bound
from ragatta.pipeline.llm.backends._key import bearer
from ragatta.pipeline.llm.backends._openai_errors import error_within
from ragatta.pipeline.llm.proxy import opened
from ragatta.pipeline.llm.seam import ModelError

if TYPE_CHECKING:
    from openai import OpenAI

NO_KEY = "none"  # the client insists on one


class Unread(Exception):
    """No reply was read; `error` says why."""

    def __init__(self, error: ModelError) -> None:
        super().__init__(str(error))
        self.error = error


def client(url: str, key: str, server: Server, account: Mapping[str, str]) -> OpenAI:
    """A client that sends the key and the headers of `account`, whatever else its environment names."""
    import httpx2
    from openai import DefaultHttpxClient, OpenAI, OpenAIError

    class Passed(Unread, OpenAIError):
        """The client passes errors of its own kind on instead of trying again."""

    class Bounded(DefaultHttpxClient):
        def send(self, request: httpx2.Request, **how: Any) -> httpx2.Response:
            try:
                return super().send(request, **how)
            except ModelError as error:
                raise Passed(error) from None

    http_client = opened(httpx2, lambda: Bounded(timeout=server.timeout_s))
    key = key or NO_KEY
    bound(http_client, httpx2, server, {**bearer(key), **account}, within=error_within)
    return OpenAI(
        base_url=url,
        api_key=key,
        timeout=server.timeout_s,
        max_retries=0,
        http_client=http_client,
    )
