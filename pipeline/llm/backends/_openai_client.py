"""The `openai` client without its own retries: pipeline/llm/retry.py retries, within the server's limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ragatta.pipeline.llm.backends._key import bearer
from ragatta.pipeline.llm.backends._openai_errors import error_within
from ragatta.pipeline.llm.backends._server import Server
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
