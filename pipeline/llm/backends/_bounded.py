"""Reads every model server's reply: as a whole, within limits of time and size, from the configured address.

The clients of both wire formats send through it. What they are handed is a finished reply of well-formed JSON objects;
everything else is a ModelError here, in a sentence that holds nothing of what the server said. Of the headers that the
clients make, of variables of the environment too, only those of HTTP itself are sent, and the key that was configured.
"""

from __future__ import annotations

import json
import ssl
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite
from types import ModuleType
from typing import Any

from ragatta.pipeline.llm.backends._deadline import Clock, Connections
from ragatta.pipeline.llm.backends._json_body import MOST_BYTES, Malformed, objects, too_large, unpacked
from ragatta.pipeline.llm.backends._key import masked
from ragatta.pipeline.llm.failures import too_slow
from ragatta.pipeline.llm.proxy import OWN, Proxy, before
from ragatta.pipeline.llm.seam import BrokenReply, InvalidReply, ModelAway, ModelBusy, ModelError, ModelUnavailable

_OF_THE_BODY = ("content-type", "content-encoding", "content-length", "transfer-encoding")
_SENT = ("host", "accept", "connection", "user-agent", "content-type", "content-length", "transfer-encoding")
TOLD = 300  # characters of a refusal that is no JSON
_BUSY = (408, 409, 425, 429, 502, 503, 504, 529)  # the same call may be taken later
_FAILED = 500  # the server failed on this call, or fails on all
_NO_MONEY = ("insufficient_quota", "billing_hard_limit_reached")  # a 429 that no waiting mends

Reader = Callable[[bytes, bool], Sequence[Any]]
Within = Callable[[Any], tuple[int, Any] | None]


@dataclass(frozen=True)
class Server:
    """A server as messages name it: of which kind, what it is called, host and port, and how to get it going."""

    kind: str
    name: str
    where: str
    start: str
    timeout_s: float

    def invalid(self, words: str) -> InvalidReply:
        """`words` say what is wrong with the reply."""
        return InvalidReply(f"the reply from {self.where} {words}; is it {self.kind}?")


def _is_never_streamed(path: str) -> bool:  # noqa: ARG001
    return False


def _is_never_within(reply: Any) -> None:  # noqa: ARG001
    return None


def bound(
    client: Any,
    library: ModuleType,
    server: Server,
    sent: Mapping[str, str],
    streamed: Callable[[str], bool] = _is_never_streamed,
    read: Reader = objects,
    within: Within = _is_never_within,
) -> None:
    """Binds a client of `library` (httpx or httpx2), proxies of the environment included. `sent` are headers beside
    those of HTTP itself; `streamed` tells the paths whose reply is an object a line; `read` makes JSON values of a
    body, which is streamed or not; `within` finds the status and the words of an error that came as a reply of HTTP
    200."""
    client.follow_redirects = False

    def bounded(transport: Any, proxied: bool) -> _Bounded:
        return _Bounded(transport, library, server, sent, streamed, read, within, proxied)

    client._transport = bounded(client._transport, proxied=False)
    client._mounts = {place: each and bounded(each, proxied=True) for place, each in client._mounts.items()}


class _Bounded:
    """A transport of `library` that reads each reply to its end before it hands it on."""

    def __init__(
        self,
        transport: Any,
        library: ModuleType,
        server: Server,
        sent: Mapping[str, str],
        streamed: Callable[[str], bool],
        read: Reader,
        within: Within,
        proxied: bool,
    ) -> None:
        self._inner, self._library, self._server, self._streamed = transport, library, server, streamed
        self._parsed, self._within, self._proxied = read, within, proxied
        self._sent, self._clock = {**sent, "accept-encoding": "gzip"}, Clock()
        pool = transport._pool
        pool._network_backend = Connections(pool._network_backend, self._clock, library.ConnectTimeout)

    def close(self) -> None:
        self._inner.close()

    def handle_request(self, request: Any) -> Any:
        """The whole reply. Raises ModelError."""
        library, server = self._library, self._server
        try:
            with self._clock.running(server.timeout_s):
                reply = self._inner.handle_request(self._stripped(request))
                try:
                    self._check_head(reply)
                    body = b"".join(self._read(reply.stream))
                finally:
                    reply.close()
            status, content = self._content(reply, unpacked(body, _encoding(reply), MOST_BYTES), request)
        except Malformed as error:
            raise server.invalid(str(error)) from None
        except (TimeoutError, library.ReadTimeout, library.WriteTimeout, library.PoolTimeout):
            raise too_slow(server.where, server.timeout_s) from None
        except (library.ConnectError, library.ConnectTimeout) as error:
            raise _unreachable(error, server, self._proxy(request)) from None
        except library.ProxyError as error:  # of the tunnel to a server of https
            if not (proxy := self._proxy(request)):
                raise _broken(error, server) from None
            code, _, words = str(error).partition(" ")
            raise proxy.refused(server.where, int(code) if code.isdecimal() else 502, told(words)) from None
        except library.TransportError as error:
            raise _broken(error, server) from None
        if status in (*_BUSY, _FAILED):
            self._check_busy(status, reply, content)
        headers = [(name, value) for name, value in reply.headers.items() if name.lower() not in _OF_THE_BODY]
        return library.Response(status, headers=headers, content=content, request=request)

    def _check_busy(self, status: int, reply: Any, content: bytes) -> None:
        """Raises ModelBusy, unless what the server says is that no later call will be taken."""
        said = json.loads(content)["error"]
        if isinstance(said, dict) and {said.get("code"), said.get("type")} & set(_NO_MONEY):
            return
        words = said.get("message", said) if isinstance(said, dict) else said
        raise ModelBusy(
            f"{self._server.where} cannot take a call now ({status}): {self._without_keys(told(words))}",
            _seconds(reply.headers),
            often=status != _FAILED,
        )

    def _without_keys(self, said: str) -> str:
        for value in self._sent.values():
            said = masked(said, value.removeprefix("Bearer "))
        return said

    def _proxy(self, request: Any) -> Proxy | None:
        return before(str(request.url)) if self._proxied else None

    def _stripped(self, request: Any) -> Any:
        """Another request: the client goes on to read headers of its own from that which it has made."""
        headers = {name: value for name, value in request.headers.items() if name.lower() in _SENT}
        return self._library.Request(
            request.method,
            request.url,
            headers={**headers, **self._sent},
            stream=request.stream,
            extensions=request.extensions,
        )

    def _check_head(self, reply: Any) -> None:
        if 300 <= reply.status_code < 400:
            raise Malformed(
                "is a redirect to another address, which is not followed; set llm.base_url to the server's own"
            )
        length = reply.headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 18:
            raise Malformed("has a content-length that is not a number of bytes")
        if int(length) > MOST_BYTES:
            raise Malformed(too_large(MOST_BYTES))

    def _read(self, parts: Iterator[bytes]) -> Iterator[bytes]:
        size = 0
        for part in parts:
            self._clock.left(None)
            size += len(part)
            if size > MOST_BYTES:
                raise Malformed(too_large(MOST_BYTES))
            yield part

    def _content(self, reply: Any, body: bytes, request: Any) -> tuple[int, bytes]:
        """The status, and JSON in ASCII: some clients take other characters for the end of a line. A refusal is put
        into the one form that every client reads."""
        if reply.status_code >= 400:
            refusal, is_json = _refusal(body)
            if reply.status_code in OWN and not is_json and (proxy := self._proxy(request)):
                raise proxy.refused(self._server.where, reply.status_code, self._without_keys(refusal))
            return reply.status_code, _refused(refusal)
        found = self._parsed(body, self._streamed(request.url.path))
        if self._streamed(request.url.path):
            found = [_told_of(each) if isinstance(each, dict) else each for each in found]
        elif error := self._within(found[0]):
            return error[0], _refused(error[1])
        return reply.status_code, b"\n".join(json.dumps(each).encode() for each in found)


def _refused(error: Any) -> bytes:
    """A refusal; where a gateway passes it on, with the words of the provider behind it."""
    source = error.get("metadata") if isinstance(error, dict) else None
    if isinstance(source, dict) and isinstance(source.get("raw"), str):
        provider = source.get("provider_name") or "the provider"
        error = {**error, "message": f"{error.get('message', '')} ({provider}: {source['raw'][:TOLD]})"}
    return json.dumps({"error": _in_one_line(error)}).encode()


def _told_of(piece: dict[str, Any]) -> dict[str, Any]:
    """A piece of a stream; one that says what failed in the form that every client reads."""
    return {**piece, "error": json.dumps({"error": told(piece["error"])})} if piece.get("error") else piece


def _seconds(headers: Mapping[str, str]) -> float | None:
    """How long the server asks to wait, by its Retry-After: seconds, or a date."""
    for name, unit in (("retry-after-ms", 1000), ("retry-after", 1)):
        try:
            seconds = float(headers[name]) / unit
        except (KeyError, ValueError):
            continue
        return max(0.0, seconds) if isfinite(seconds) else None
    try:
        date = parsedate_to_datetime(headers["retry-after"])
    except (KeyError, ValueError):
        return None
    return max(0.0, (date.astimezone(UTC) - datetime.now(UTC)).total_seconds())


def told(error: Any) -> str:
    """A server's message as one printable line."""
    return str(_in_one_line(error if isinstance(error, str) else json.dumps(error)[:TOLD]))


def _in_one_line(value: Any) -> Any:
    """The value of JSON with each of its texts in one line of printable characters."""
    if isinstance(value, str):
        return " ".join("".join(character if character.isprintable() else " " for character in value).split())
    if isinstance(value, dict):
        return {name: _in_one_line(part) for name, part in value.items()}
    return [_in_one_line(part) for part in value] if isinstance(value, list) else value


def _refusal(body: bytes) -> tuple[Any, bool]:
    """A server's message under "error", else its first words; and whether it is JSON, as a model server writes it."""
    try:
        (found,) = objects(body)
    except Malformed:
        return told(body[:TOLD].decode("utf-8", "replace")), False
    return found.get("error", found), True


def _encoding(reply: Any) -> str:
    return str(reply.headers.get("content-encoding", "")).strip().lower()


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
