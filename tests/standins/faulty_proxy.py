"""A proxy before a server of this machine, which answers some requests itself, wrongly or not at all."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

UNSENT = {"host", "content-length", "connection", "accept-encoding", "transfer-encoding", "date", "server"}


@dataclass(frozen=True)
class Instead:
    """What a request gets. `status` 0: no reply, the connection ends; `pause_s` comes before it, and where `status` is
    None the server's own reply after it."""

    status: int | None = None
    body: bytes = b""
    pause_s: float = 0.0


Fault = Callable[[str, int], Instead | None]  # of the path and the request's number, from 1; None: none


class FaultyProxy:
    """A context manager."""

    def __init__(self, target: str, fault: Fault) -> None:
        self.target, self.fault, self.requests = target, fault, 0
        self._own = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> FaultyProxy:
        proxy = self
        self._closing = threading.Event()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: object) -> None:
                """Nothing is printed."""

            def serve(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                try:
                    proxy.answer(self, body)
                except OSError:
                    self.close_connection = True  # the client, or the server behind, is gone

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = serve

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads, self._server.block_on_close = True, False
        self._server.handle_error = lambda *_: None  # type: ignore[method-assign]  # a client that was killed
        threading.Thread(target=lambda: self._server.serve_forever(0.02), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()

    def answer(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        self.requests += 1
        fault = self.fault(handler.path, self.requests)
        if fault is not None:
            self._closing.wait(fault.pause_s)
        if fault is None or fault.status is None:
            self._send(handler, *self._passed_on(handler, body))
        elif fault.status:
            self._send(handler, fault.status, {"Content-Type": "text/html"}, fault.body)
        else:
            handler.close_connection = True

    def _passed_on(self, handler: BaseHTTPRequestHandler, body: bytes) -> tuple[int, Mapping[str, str], bytes]:
        headers = {name: value for name, value in handler.headers.items() if name.lower() not in UNSENT}
        request = urllib.request.Request(
            self.target + handler.path, data=body or None, headers=headers, method=handler.command
        )
        try:
            with self._own.open(request, timeout=60) as reply:
                return reply.status, dict(reply.headers), reply.read()
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers), error.read()

    def _send(self, handler: BaseHTTPRequestHandler, status: int, headers: Mapping[str, str], body: bytes) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            if name.lower() not in UNSENT:
                handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        if handler.command != "HEAD":
            handler.wfile.write(body)
