"""The `openai` client with two retries after 429 and 5xx, and none after a time-out or a lost connection.

The client by itself would try those again too: a server that is down would be noticed late, and a time-out of
300 s would last 900.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from openai import OpenAI

_RETRIES = 2
NO_KEY = "none"  # the client insists on one


class BrokeOff(Exception):
    """The connection was lost after the request was sent."""


def client(url: str, key: str, timeout_s: float) -> OpenAI:
    import httpx2
    from openai import APIConnectionError, APITimeoutError, DefaultHttpxClient, OpenAI, OpenAIError

    class CutShort(BrokeOff, OpenAIError):
        pass

    class Impatient(DefaultHttpxClient):
        """Raises errors of the client's own kind, which it passes on instead of trying again."""

        def send(self, request: httpx2.Request, **how: Any) -> httpx2.Response:
            try:
                return super().send(request, **how)
            except httpx2.TimeoutException:
                raise APITimeoutError(request=request) from None
            except httpx2.ConnectError:
                raise APIConnectionError(request=request) from None
            except httpx2.TransportError:
                raise CutShort from None

    return OpenAI(
        base_url=url,
        api_key=key or NO_KEY,
        timeout=timeout_s,
        max_retries=_RETRIES,
        http_client=Impatient(timeout=timeout_s),
    )
