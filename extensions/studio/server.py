"""Serves the studio's page and its calls on 127.0.0.1, to nobody but its user (security.py)."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs, quote, unquote

from ragatta.eval.gold.records import GoldError
from ragatta.experiments.faults import Fault, problems_of
from ragatta.experiments.page import ELEMENTS, PALETTE
from ragatta.experiments.results.in_studio import HOST, PLACE
from ragatta.extensions.studio.api import Api
from ragatta.extensions.studio.own_files import Stale
from ragatta.extensions.studio.security import HEADERS, Guard
from ragatta.pipeline.machine.input_limits import check_depth

PAGE = Path(__file__).parent / "page"
FILES = {  # all that is served besides the calls; three of them are the report's
    "/": PAGE / "studio.html",
    **{f"/{path.name}": path for path in (PALETTE, ELEMENTS)},
    **{f"/{path.name}": path for path in PAGE.iterdir() if path.suffix in (".css", ".js")},
}
# What a link from elsewhere opens: the cookie is sent only to a page that this one opens in its turn, at a reload too.
FORWARD = (
    '<!doctype html><title>Studio</title><link rel="icon" href="data:,">'
    '<meta http-equiv="refresh" content="0; url=/{}">'
)
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
LARGEST = 1 << 20  # bytes of a call
IDLE_S = 120.0


class Server(ThreadingHTTPServer):
    """Listens on `port` of this machine; 0: on a free one. `said` is called with the next link when one is used."""

    daemon_threads = True

    def __init__(self, api: Api, port: int = 0, said: Callable[[str], None] = lambda _: None) -> None:
        super().__init__((HOST, port), _Request)
        self.api, self.said = api, said
        self.guard = Guard(self.server_port)

    @property
    def link(self) -> str:
        """What opens the page in one browser, once."""
        return f"http://{HOST}:{self.server_port}/?token={self.guard.token}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)  # a closed tab is none


class _Request(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "ragatta", ""
    timeout = IDLE_S
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        (*_, token) = parse_qs(query).get("token", [""])
        guard, headers = self.server.guard, cast(Mapping[str, str], self.headers)
        if path == "/" and token and guard.admits(headers, token):
            self._forward(f"#{guard.key}", {"Set-Cookie": guard.set_cookie()})
            self.server.said(self.server.link)
        elif path.startswith(PLACE) and guard.is_named(headers):
            self._forward(f"?question={quote(unquote(path.removeprefix(PLACE)), safe='')}")
        elif refused := guard.refusal(headers, calls=False):
            self._say(HTTPStatus.FORBIDDEN, refused.encode(), "text/plain")
        elif file := FILES.get(path):
            self._say(HTTPStatus.OK, file.read_bytes(), TYPES[file.suffix])
        else:
            self._say(HTTPStatus.NOT_FOUND, b"nothing here", "text/plain")

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or len(length) > len(str(LARGEST)) or int(length) > LARGEST:
            self.close_connection = True
            said = f"a call states its length, of at most {LARGEST} bytes"
            return self._answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, {"faults": [said]})
        body = self.rfile.read(int(length))
        if refused := self.server.guard.refusal(cast(Mapping[str, str], self.headers), calls=True):
            return self._answer(HTTPStatus.FORBIDDEN, {"faults": [refused]})
        try:
            given = _object(body)
        except (ValueError, RecursionError) as fault:
            return self._answer(HTTPStatus.BAD_REQUEST, {"faults": [f"the call cannot be read ({fault})"]})
        try:
            self._answer(HTTPStatus.OK, self.server.api.call(self.path.removeprefix("/api/"), given))
        except Stale as fault:
            self._answer(HTTPStatus.CONFLICT, {"faults": [str(fault)]})
        except (GoldError, Fault, ValueError, OSError) as fault:
            self._answer(HTTPStatus.UNPROCESSABLE_ENTITY, {"faults": getattr(fault, "faults", problems_of(fault))})
        except (TypeError, LookupError, AttributeError) as fault:  # a field of another type
            self._answer(HTTPStatus.BAD_REQUEST, {"faults": [f"the call cannot be read ({fault})"]})

    def _forward(self, place: str, more: Mapping[str, str] | None = None) -> None:
        self._say(HTTPStatus.OK, FORWARD.format(place).encode(), "text/html", more)

    def _answer(self, status: HTTPStatus, told: Mapping[str, Any]) -> None:
        self._say(status, json.dumps(told, ensure_ascii=False).encode("utf-8", "backslashreplace"), "application/json")

    def _say(self, status: HTTPStatus, data: bytes, kind: str, more: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        sent = {
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Length": str(len(data)),
            "Cache-Control": "no-store",
        }
        for name, value in {**sent, **HEADERS, **(more or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the first line of a log would hold the token."""


def _object(body: bytes) -> dict[str, Any]:
    """The JSON object of a call. Raises ValueError, and RecursionError, for anything that no page sends."""
    given = json.loads(body, parse_float=_finite, parse_constant=_finite)
    if not isinstance(given, dict):
        raise ValueError("no JSON object")
    check_depth(given)
    return given


def _finite(written: str) -> float:
    """A number of JSON, which Python reads beyond its range, and as Infinity and NaN, too."""
    if not math.isfinite(number := float(written)):
        raise ValueError(f"{written[:20]}: no finite number")
    return number
