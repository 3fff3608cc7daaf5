"""Serves the studio's page and its calls on 127.0.0.1, to nobody but its user (security.py)."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

from ragatta.eval.gold.records import GoldError
from ragatta.experiments.faults import Fault
from ragatta.experiments.reporting.page import PAGE as REPORT
from ragatta.experiments.showing.in_studio import HOST, PLACE
from ragatta.experiments.studio.api import Api
from ragatta.experiments.studio.pages import Undrawn
from ragatta.experiments.studio.security import HEADERS, Guard
from ragatta.experiments.studio.store import Stale

PAGE = Path(__file__).parent / "page"
FILES = {  # all that is served besides the calls; three of them are the report's
    "/": PAGE / "studio.html",
    **{f"/{path.name}": path for path in (REPORT / "palette.css", REPORT / "elements.js")},
    **{f"/{path.name}": path for path in PAGE.iterdir() if path.suffix in (".css", ".js")},
}
# What a link from elsewhere opens: the cookie is sent only to a page that this one opens in its turn.
FORWARD = '<!doctype html><title>Studio</title><meta http-equiv="refresh" content="0; url=/?question={}">'
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
LARGEST = 1 << 20  # bytes of a call
IDLE_S = 120.0


class Server(ThreadingHTTPServer):
    """Listens on `port` of this machine; 0: on a free one."""

    daemon_threads = True

    def __init__(self, api: Api, port: int = 0) -> None:
        super().__init__((HOST, port), _Request)
        self.api = api
        self.guard = Guard(self.server_port)

    @property
    def link(self) -> str:
        """What opens the page, for its user alone."""
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
        address = urlsplit(self.path)
        asked = {name: values[-1] for name, values in parse_qs(address.query).items()}
        given = asked.get("token", "") if address.path == "/" else ""
        guard = self.server.guard
        if address.path.startswith(PLACE) and guard.is_named(self.headers):  # type: ignore[arg-type]
            question = quote(unquote(address.path.removeprefix(PLACE)), safe="")
            self._say(HTTPStatus.OK, FORWARD.format(question).encode(), "text/html")
        elif refused := guard.refusal(self.headers, given, writes=False):  # type: ignore[arg-type]
            self._say(HTTPStatus.FORBIDDEN, refused.encode(), "text/plain")
        elif address.path == "/picture":
            self._picture(asked)
        elif file := FILES.get(address.path):
            cookie = {"Set-Cookie": guard.set_cookie()} if given else {}
            self._say(HTTPStatus.OK, file.read_bytes(), TYPES[file.suffix], cookie)
        else:
            self._say(HTTPStatus.NOT_FOUND, b"nothing here", "text/plain")

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > LARGEST:
            self.close_connection = True
            return self._answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, {"faults": [f"more than {LARGEST} bytes"]})
        body = self.rfile.read(int(length))
        if refused := self.server.guard.refusal(self.headers, "", writes=True):  # type: ignore[arg-type]
            return self._answer(HTTPStatus.FORBIDDEN, {"faults": [refused]})
        try:
            given = json.loads(body)
            if not isinstance(given, dict):
                raise ValueError("no object")
        except (ValueError, RecursionError):
            return self._answer(HTTPStatus.BAD_REQUEST, {"faults": ["the call is no JSON object"]})
        try:
            self._answer(HTTPStatus.OK, self.server.api.call(self.path.removeprefix("/api/"), given))
        except Stale as fault:
            self._answer(HTTPStatus.CONFLICT, {"faults": [str(fault)]})
        except (GoldError, Fault, ValueError, OSError) as fault:
            problems = getattr(fault, "faults", None) or getattr(fault, "problems", None) or [str(fault)]
            self._answer(HTTPStatus.UNPROCESSABLE_ENTITY, {"faults": list(problems)})
        except (TypeError, LookupError, AttributeError) as fault:  # a field of another type
            self._answer(HTTPStatus.BAD_REQUEST, {"faults": [f"the call cannot be read ({fault})"]})

    def _picture(self, asked: Mapping[str, str]) -> None:
        try:
            data = self.server.api.pages.picture(asked.get("file", ""), int(asked.get("page", "0")))
        except (Undrawn, ValueError) as fault:
            return self._say(HTTPStatus.NOT_FOUND, str(fault).encode(), "text/plain")
        self._say(HTTPStatus.OK, data, "image/jpeg", {"Cache-Control": "private, max-age=3600"})

    def _answer(self, status: HTTPStatus, told: Mapping[str, Any]) -> None:
        self._say(status, json.dumps(told, ensure_ascii=False).encode("utf-8", "backslashreplace"), "application/json")

    def _say(self, status: HTTPStatus, data: bytes, kind: str, more: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        text = "" if kind.startswith("image") else "; charset=utf-8"
        sent = {"Content-Type": kind + text, "Content-Length": str(len(data)), "Cache-Control": "no-store"}
        for name, value in {**sent, **HEADERS, **(more or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the first line of a log would hold the token."""
