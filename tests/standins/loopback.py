"""A scripted HTTP server on a free port of 127.0.0.1, in a thread: what the stand-ins for model servers share."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any


@dataclass(frozen=True)
class Said:
    """One scripted reply to a chat request.

    `text`, or `calls` of tools by name and arguments (text: as it is, where the wire takes text); `finish` why it
    ended; `read` the prompt tokens reported (None: a plausible count); `hang_s` before the first byte; `pause_s` before
    each part; `cut` ends it half-way; `status` and `error` refuse it; `raw` is sent as it is.
    """

    text: str = ""
    calls: Sequence[tuple[str, Any]] = ()
    finish: str = "stop"
    read: int | None = None
    hang_s: float = 0.0
    pause_s: float = 0.0
    cut: bool = False
    status: int = 200
    error: Any = None
    raw: bytes | None = None


@dataclass
class Exchange:
    """One request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: Any


@dataclass
class LoopbackServer:
    """Serves `script` in order, its last entry for ever, or what `think` makes of each request. `exchanges` are all
    requests, `chats` those to a model."""

    script: list[Said] = field(default_factory=list)
    exchanges: list[Exchange] = field(default_factory=list)
    think: Callable[[Any], Said] | None = None
    chat_path = ""
    _port: int = 0

    def say(self, *said: Said | str) -> None:
        self.script[:] = [Said(one) if isinstance(one, str) else one for one in said]

    @property
    def chats(self) -> list[Any]:
        return [exchange.body for exchange in self.exchanges if exchange.path == self.chat_path]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def answer(self, handler: Handler, path: str, body: Any) -> None:
        raise NotImplementedError

    def next(self, body: Any) -> Said:
        if self.think:
            return self.think(body)
        return self.script.pop(0) if len(self.script) > 1 else self.script[0]

    def __enter__(self) -> LoopbackServer:
        stand_in = self
        self.closing = threading.Event()

        class Bound(Handler):
            server_of = stand_in

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False

            def handle_error(self, *_: object) -> None:
                """Says nothing: a client was killed."""

        self._server = Server(("127.0.0.1", self._port), Bound)
        self._port = self._server.server_port  # the same when it is started again
        threading.Thread(target=lambda: self._server.serve_forever(0.02), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.die()

    def die(self) -> None:
        """Takes no more connections, and ends each open one with the reply that is under way."""
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()

    def restart(self, away_s: float) -> None:
        """Is away for so long, then there again at the same address."""
        self.die()
        time.sleep(away_s)
        self.__enter__()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_of: LoopbackServer

    def log_message(self, *_: Any) -> None:
        """Tests read `exchanges` instead."""

    def do_GET(self) -> None:
        self._serve(None)

    def do_POST(self) -> None:
        self._serve(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def _serve(self, body: Any) -> None:
        path = self.path.partition("?")[0]
        self.server_of.exchanges.append(
            Exchange(path, {name.lower(): value for name, value in self.headers.items()}, body)
        )
        try:
            self.server_of.answer(self, path, body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client gave up waiting, as some tests want
        if self.server_of.closing.is_set():
            self.close_connection = True

    def wait(self, seconds: float) -> None:
        self.server_of.closing.wait(seconds)

    def send(self, value: Any, status: int = 200, cut: bool = False) -> None:
        """A whole body; cut: half of what its length promises."""
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if cut else body)
        self.close_connection = self.close_connection or cut

    def start_stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def stream(self, line: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))
        self.wfile.flush()

    def end_stream(self) -> None:
        self.wfile.write(b"0\r\n\r\n")
