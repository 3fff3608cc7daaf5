"""A model server of either wire format that commits one named fault; it speaks raw bytes, for no library would."""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

MODEL = "small"
TEXT = '{"colour": "blue", "shades": []}'
LISTS = ("/api/tags", "/v1/models")
CHATS = ("/api/chat", "/v1/chat/completions")


@dataclass
class Line:
    """One connection, after its request was read."""

    wire: str
    socket: socket.socket
    stopped: threading.Event
    path: str = ""

    def raw(self, data: bytes) -> None:
        self.socket.sendall(data)

    def whole(self, body: bytes | str, *headers: str, status: str = "200 OK", length: int | str | None = None) -> None:
        data = body.encode() if isinstance(body, str) else body
        size = len(data) if length is None else length
        self.head(f"Content-Length: {size}", *headers, status=status)
        self.raw(data)

    def head(self, *headers: str, status: str = "200 OK") -> None:
        lines = (f"HTTP/1.1 {status}", "Content-Type: application/json", "Connection: close", *headers)
        self.raw("\r\n".join((*lines, "", "")).encode())

    def chunk(self, data: bytes) -> None:
        self.raw(b"%x\r\n%s\r\n" % (len(data), data))

    def drip(self, data: bytes, seconds: float = 0.04) -> None:
        """A byte at a time, over and over."""
        while not self.stopped.is_set():
            for byte in data:
                self.raw(bytes([byte]))
                if self.stopped.wait(seconds):
                    return

    def reset(self) -> None:
        """Ends the connection by RST."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def good(self, message: Any = None, /, **changes: Any) -> str:
        """A right reply but for the `message` and the `changes`: of the last part (Ollama), of the usage (OpenAI)
        where the count is meant, else of the whole."""
        said = {"role": "assistant", "content": TEXT} if message is None else message
        read, written = changes.pop("read", 40), changes.pop("written", 9)
        ended = changes.pop("ended", "stop")
        if self.wire == "ollama":
            counts = {"prompt_eval_count": read, "eval_count": written, "total_duration": 1}
            return json.dumps(
                {"model": MODEL, "message": said, "done": True, "done_reason": ended, **counts, **changes}
            )
        choice = {"index": 0, "message": said, "finish_reason": ended}
        usage = {"prompt_tokens": read, "completion_tokens": written}
        return json.dumps({"object": "chat.completion", "choices": [choice], "usage": usage, **changes})


Commit = Callable[[Line], None]


@dataclass
class FaultyServer:
    """Serves every path rightly but those that end in one of `at`, where it commits the fault. `paths` are those asked
    for. With `tls` it speaks that."""

    wire: str
    commit: Commit
    at: tuple[str, ...] = CHATS
    tls: ssl.SSLContext | None = None
    model: str = MODEL
    paths: list[str] = field(default_factory=list)

    @property
    def base_url(self) -> str:
        scheme = "https" if self.tls else "http"
        return f"{scheme}://127.0.0.1:{self._socket.getsockname()[1]}" + ("/v1" if self.wire == "openai" else "")

    def __enter__(self) -> FaultyServer:
        self._stopped = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def tunnel(self, line: Line, tls: ssl.SSLContext) -> None:
        """Answers a CONNECT as a proxy, then what comes through it as the server behind."""
        line.raw(b"HTTP/1.1 200 OK\r\n\r\n")
        with tls.wrap_socket(line.socket, server_side=True) as own:
            self._answer(Line(self.wire, own, self._stopped, _path(own)))

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                taken, _ = self._socket.accept()
                threading.Thread(target=self._serve, args=(taken,), daemon=True).start()

    def _serve(self, taken: socket.socket) -> None:
        taken.settimeout(5)
        with contextlib.suppress(OSError), taken:  # the client went away
            own = self.tls.wrap_socket(taken, server_side=True) if self.tls else taken
            with own:
                self._answer(Line(self.wire, own, self._stopped, _path(own)))

    def _answer(self, line: Line) -> None:
        self.paths.append(line.path)
        if line.path in self.at:
            self.commit(line)
        elif line.path == "/api/tags":
            line.whole(json.dumps({"models": [{"model": self.model, "digest": "d" * 64}]}))
        elif line.path == "/api/show":
            info = {"llama.context_length": 8192}
            line.whole(json.dumps({"model_info": info, "capabilities": ["completion", "tools"]}))
        elif line.path == "/v1/models":
            line.whole(json.dumps({"data": [{"id": self.model, "max_model_len": 8192}]}))
        else:
            line.whole(line.good())


def _path(taken: socket.socket) -> str:
    """Of the request, which is read to its end."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += _some(taken)
        if data.startswith(b"\x16"):  # TLS, as every server without it answers
            taken.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            raise ConnectionError("the client spoke TLS")
    head, _, body = data.partition(b"\r\n\r\n")
    length = next((int(h[15:]) for h in head.lower().split(b"\r\n") if h.startswith(b"content-length:")), 0)
    while len(body) < length:
        body += _some(taken)
    return head.split()[1].decode()


def _some(taken: socket.socket) -> bytes:
    data = taken.recv(1 << 16)
    if not data:
        raise ConnectionError("the client sent no whole request")
    return data
