"""A pool of connections to one server, straight or through a proxy."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import httpcore

from ragatta.pipeline.llm.proxy import SOCKS, Proxy, unusable

# Those of the openai client. What is asked at once is limited elsewhere.
_LIMITS: dict[str, Any] = {"max_connections": 1000, "max_keepalive_connections": 100, "keepalive_expiry": 5.0}


def opened(
    url: str, proxy: Proxy | None, trusted: Callable[[], ssl.SSLContext], network: httpcore.NetworkBackend
) -> httpcore.ConnectionPool:
    """The pool for the server at `url`; `trusted` makes the context of TLS where it is spoken. No connection is opened
    yet. Raises ModelUnavailable for a proxy that cannot be used."""

    def context(address: str) -> ssl.SSLContext | None:
        return trusted() if urlsplit(address).scheme == "https" else None

    more = {**_LIMITS, "network_backend": network, "ssl_context": context(url)}
    if proxy is None:
        return httpcore.ConnectionPool(**more)
    try:
        if urlsplit(proxy.url).scheme in SOCKS:
            return httpcore.SOCKSProxy(proxy.url, proxy.user, **more)
        return httpcore.HTTPProxy(proxy.url, proxy.user, proxy_ssl_context=context(proxy.url), **more)
    except RuntimeError:  # the package of SOCKS is not there
        raise unusable(proxy.variable) from None
