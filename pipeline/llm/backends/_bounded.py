"""Reads every model server's reply: as a whole, within limits of time and size, from the configured address.

All clients of model servers send through it. What they are handed is a finished reply of well-formed JSON objects;
everything else is a ModelError here, in a sentence that holds nothing of what the server said. Of the headers that the
clients make, of variables of the environment too, only those of HTTP itself are sent, and the key that was configured.
"""

from __future__ import annotations

import json
import ssl
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite
from typing import Any
from urllib.parse import urlsplit

import httpcore
import httpx

from ragatta.pipeline.llm.backends._deadline import Clock, Connections
from ragatta.pipeline.llm.backends._json_body import MOST_BYTES, Malformed, objects, too_large, unpacked
from ragatta.pipeline.llm.backends._key import masked
from ragatta.pipeline.llm.backends._server import TOLD, Server, in_one_line, printable_error
from ragatta.pipeline.llm.failures import busy, may_pass, too_slow
from ragatta.pipeline.llm.proxy import OWN, SOCKS, Proxy, before, unusable
from ragatta.pipeline.llm.seam import BrokenReply, ModelAway, ModelError, ModelUnavailable

# Idle connections end before a server ends them. What is asked at once is limited elsewhere.
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


_OF_THE_BODY = ("content-type", "content-encoding", "content-length", "transfer-encoding")
_SENT = ("host", "accept", "connection", "user-agent", "content-type", "content-length", "transfer-encoding")
_NO_MONEY = ("insufficient_quota", "billing_hard_limit_reached")  # a 429 that no waiting mends

Reader = Callable[[bytes, bool], Sequence[Any]]
Within = Callable[[Any], tuple[int, Any] | None]


def _is_never_streamed(path: str) -> bool:  # noqa: ARG001
    return False


def _is_never_within(reply: Any) -> None:  # noqa: ARG001
    return None


class Bounded(httpx.BaseTransport):
    """A transport of httpx that asks the server at `url`, through the proxy of the environment if it names one, and
    reads each reply to its end before it hands it on. `sent` are headers beside those of HTTP itself; `streamed` tells
    the paths whose reply is an object a line; `read` makes JSON values of a body, which is streamed or not; `within`
    finds the status and the words of an error that came as a reply of HTTP 200. Raises ModelUnavailable for a proxy
    that cannot be used."""

    def __init__(
        self,
        url: str,
        server: Server,
        sent: Mapping[str, str],
        streamed: Callable[[str], bool] = _is_never_streamed,
        read: Reader = objects,
        within: Within = _is_never_within,
    ) -> None:
        self._server, self._streamed = server, streamed
        self._parsed, self._within = read, within
        self._sent = {**sent, "accept-encoding": "gzip"}
        self._proxy, self._clock = before(url), Clock()
        self._pool = opened(url, self._proxy, httpx.create_ssl_context, Connections(self._clock))

    def close(self) -> None:
        self._pool.close()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The whole reply. Raises ModelError."""
        server = self._server
        try:
            with self._clock.running(server.timeout_s):
                reply = self._pool.handle_request(self._stripped(request))
                try:
                    headers = httpx.Headers(reply.headers)
                    _check_head(reply.status, headers)
                    body = b"".join(self._read(reply.iter_stream()))
                finally:
                    reply.close()
            plain = unpacked(body, headers.get("content-encoding", "").strip().lower(), MOST_BYTES)
            status, content = self._content(reply.status, plain, request.url.path)
        except Malformed as error:
            raise server.invalid(str(error)) from None
        except (TimeoutError, httpcore.ReadTimeout, httpcore.WriteTimeout, httpcore.PoolTimeout):
            if self._clock.was_halted():
                raise BrokenReply(f"this process was halted while {server.where} replied") from None
            raise too_slow(server.where, server.timeout_s) from None
        except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
            raise _unreachable(error, server, self._proxy) from None
        except httpcore.ProxyError as error:  # of the tunnel to a server of https
            if not self._proxy:
                raise _broken(error, server) from None
            code, _, words = str(error).partition(" ")
            raise self._proxy.refused(
                server.where, int(code) if code.isdecimal() else 502, printable_error(words)
            ) from None
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol) as error:
            raise _broken(error, server) from None
        if may_pass(status):
            self._check_busy(status, headers, content)
        kept = [(name, value) for name, value in headers.items() if name not in _OF_THE_BODY]
        return httpx.Response(status, headers=kept, content=content, request=request)

    def _check_busy(self, status: int, headers: Mapping[str, str], content: bytes) -> None:
        """Raises ModelBusy, unless what the server says is that no later call will be taken."""
        error = json.loads(content)["error"]
        if isinstance(error, dict) and {error.get("code"), error.get("type")} & set(_NO_MONEY):
            return
        words = error.get("message", error) if isinstance(error, dict) else error
        said = self._without_keys(printable_error(words))
        raise busy(status, f"{self._server.where} cannot take a call now ({status}): {said}", _seconds(headers))

    def _without_keys(self, message: str) -> str:
        for value in self._sent.values():
            message = masked(message, value.removeprefix("Bearer "))
        return message

    def _stripped(self, request: httpx.Request) -> httpcore.Request:
        """The request without headers that the client made of itself."""
        url = request.url
        headers = {name: value for name, value in request.headers.items() if name in _SENT}
        return httpcore.Request(
            request.method,
            httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=[*(headers | self._sent).items()],
            content=request.stream,
            extensions=request.extensions,
        )

    def _read(self, parts: Iterator[bytes]) -> Iterator[bytes]:
        size = 0
        for part in parts:
            self._clock.left(None)
            size += len(part)
            if size > MOST_BYTES:
                raise Malformed(too_large(MOST_BYTES))
            yield part

    def _content(self, status: int, body: bytes, path: str) -> tuple[int, bytes]:
        """The status, and JSON in ASCII: some clients take other characters for the end of a line. A refusal is put
        into the one form that every client reads."""
        if status >= 400:
            refusal, is_json = _refusal(body)
            if self._proxy and status in OWN and not is_json:
                raise self._proxy.refused(self._server.where, status, self._without_keys(refusal))
            return status, _refused(refusal)
        found = self._parsed(body, self._streamed(path))
        if self._streamed(path):
            found = [_with_printable_error(each) if isinstance(each, dict) else each for each in found]
        elif error := self._within(found[0]):
            return error[0], _refused(error[1])
        return status, b"\n".join(json.dumps(each).encode() for each in found)


def _check_head(status: int, headers: Mapping[str, str]) -> None:
    """Raises Malformed."""
    if 300 <= status < 400:
        raise Malformed("is a redirect to another address, which is not followed; set llm.base_url to the server's own")
    length = headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > 18:
        raise Malformed("has a content-length that is not a number of bytes")
    if int(length) > MOST_BYTES:
        raise Malformed(too_large(MOST_BYTES))


def _refused(error: Any) -> bytes:
    """A refusal; where a gateway passes it on, with the words of the provider behind it."""
    source = error.get("metadata") if isinstance(error, dict) else None
    if isinstance(source, dict) and isinstance(source.get("raw"), str):
        provider = source.get("provider_name") or "the provider"
        error = {**error, "message": f"{error.get('message', '')} ({provider}: {source['raw'][:TOLD]})"}
    return json.dumps({"error": in_one_line(error)}).encode()


def _with_printable_error(piece: dict[str, Any]) -> dict[str, Any]:
    """A piece of a stream; one that says what failed in the form that every client reads."""
    return {**piece, "error": json.dumps({"error": printable_error(piece["error"])})} if piece.get("error") else piece


def _seconds(headers: Mapping[str, str]) -> float | None:
    """How long the server asks to wait, by its Retry-After: seconds, or a date."""
    for name, unit in (("retry-after-ms", 1000), ("retry-after", 1)):
        try:
            seconds = float(headers[name]) / unit
        except (KeyError, ValueError):
            continue
        return max(0.0, seconds) if isfinite(seconds) else None
    try:
        date = parsedate_to_datetime(headers["retry-after"]).astimezone(UTC)
    except (KeyError, ValueError, OverflowError):  # the last of a year beyond 9999
        return None
    return max(0.0, (date - datetime.now(UTC)).total_seconds())


def _refusal(body: bytes) -> tuple[Any, bool]:
    """A server's message under "error", else its first words; and whether it is JSON, as a model server writes it."""
    try:
        (found,) = objects(body)
    except Malformed:
        return printable_error(body[:TOLD].decode("utf-8", "replace")), False
    return found.get("error", found), True


def _unreachable(error: BaseException, server: Server, proxy: Proxy | None) -> ModelError:
    fault = next((each for each in _causes(error) if isinstance(each, ssl.SSLError)), None)
    if isinstance(fault, ssl.SSLCertVerificationError):
        return ModelUnavailable(
            f"the certificate of {server.where} cannot be trusted: {fault.verify_message}; correct "
            "llm.base_url, or name the authority that signed it in SSL_CERT_FILE"
        )
    if fault is not None:
        return ModelUnavailable(f"{server.where} does not speak TLS; does llm.base_url begin with http:// there?")
    return proxy.away(server.where) if proxy else ModelAway(f"no {server.name} at {server.where}; {server.start}")


def _broken(error: BaseException, server: Server) -> ModelError:
    """Without the client's own words, which may quote the server."""
    words = str(error)
    if "peer closed" in words or "disconnected" in words:
        return BrokenReply(f"the reply from {server.where} broke off: the server closed the connection before its end")
    if any(isinstance(each, ConnectionError) for each in _causes(error)):
        return BrokenReply(f"the reply from {server.where} broke off: the connection was reset")
    return server.invalid("is not HTTP, or breaks its rules")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
