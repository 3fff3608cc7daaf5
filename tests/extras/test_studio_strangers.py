"""Another user of the machine, and a server on another port, get nothing from the studio; its own user is not held up
(Debian: apt-get install chromium)."""

from __future__ import annotations

import json
import multiprocessing
import os
import stat
import tempfile
import threading
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from tests.extras.test_studio import GOLD, Begin, begin, folder, printed
from tests.standins.browser import CHROMIUM, Browser

__all__ = ["begin", "folder"]
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine (Debian: chromium)")
NOBODY = 65534
IS_OPEN = "current.record.id === 'G_1' && document.querySelector('#desk img').naturalWidth > 0"
CALLS = ("/api/state", "/api/page", "/api/accept", "/api/undo")


def as_another(does: Callable[..., Any], *given: Any) -> Any:
    """What a function gives that another user runs, where the tests may become one."""
    if os.geteuid():
        return does(*given)
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_become, args=(sender, does, given))
    process.start()
    process.join()
    assert receiver.poll(), "the other user failed"
    return receiver.recv()


def _become(sender: Connection, does: Callable[..., Any], given: tuple[Any, ...]) -> None:
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    sender.send(does(*given))


def arguments() -> list[str]:
    """Those of all processes."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found += place.read_bytes().decode(errors="replace").split("\0")
        except OSError:  # it has ended
            continue
    return found


def read(path: Path) -> str:
    try:
        return path.read_text()
    except PermissionError:
        return ""


def asked(port: int, path: str, headers: dict[str, str]) -> tuple[int, str]:
    """The status and the text that a program gets that sends all that fits."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    given = {"Content-Type": "application/json", "Sec-Fetch-Site": "same-origin", **headers}
    body = json.dumps({"file": "Ashford.pdf", "page": 1, "record": {}}) if path.startswith("/api/") else None
    connection.request("POST" if body else "GET", path, body, given)
    reply = connection.getresponse()
    return reply.status, reply.read().decode()


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that every user can read, unlike that of the tests."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_another_user_gets_nothing(folder: Path, begin: Begin, shared: Path, tmp_path: Path) -> None:
    (folder / "gold.yaml").write_text(GOLD)
    opened, program = tmp_path / "opened", tmp_path / "program"
    program.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}.part; mv {opened}.part {opened}\n')
    program.chmod(0o755)
    process, link = begin("--open", BROWSER=f"{program} %s", RAGATTA_HOME=str(shared))
    port = urlsplit(link).port
    assert port is not None
    while not opened.exists():
        assert process.poll() is None
    address = opened.read_text()
    file = Path(unquote(urlsplit(address).path))
    with Browser(tmp_path / "one", first=address) as browser:  # as the command starts one
        browser.until("state.queue.length === 2")
        seen = as_another(arguments)
        assert address in seen
        assert not [one for one in seen if "token" in one]
        assert as_another(read, file) == "" or os.geteuid()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        used, link = link, printed(process)
        browser.reload()
        assert browser.script("state.queue.length") == 2
        with Browser(tmp_path / "two", first=link) as other:  # a terminal starts it, if the printed link is clicked
            other.until("state.queue.length === 2")
            assert link in as_another(arguments)
            for path in ("/", "/main.js", *CALLS, *(one.partition(str(port))[2] for one in (used, link))):
                status, text = as_another(asked, port, path, {})
                assert status == 403
                assert "Ashford" not in text
    assert (folder / "gold.yaml").read_text() == GOLD


class _Other(BaseHTTPRequestHandler):
    """A server of another user: it keeps what it is sent, and links to a question, as MLflow does."""

    def do_GET(self) -> None:
        server: Any = self.server
        server.heard.append(self.headers.get("Cookie", ""))
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b'<html data-drawn="1"><link rel="icon" href="data:,"><a href="%s">G_1</a>' % server.link)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@pytest.fixture
def other() -> Iterator[Any]:
    server: Any = HTTPServer(("127.0.0.1", 0), _Other)
    server.heard, server.link = [], b""
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def test_another_port_gets_nothing_and_links_go_on(folder: Path, begin: Begin, other: Any, tmp_path: Path) -> None:
    (folder / "gold.yaml").write_text(GOLD)
    _, link = begin()
    port = urlsplit(link).port
    assert port is not None
    studio = f"http://127.0.0.1:{port}"
    other.link = f"{studio}/question/G_1".encode()
    with Browser(tmp_path / "profile") as browser:
        browser.open(link)
        assert browser.script("location.href") == f"{studio}/"
        browser.open(f"http://127.0.0.1:{other.server_port}/")
        cookie = other.heard[-1]
        assert cookie.startswith(f"ragatta-studio-{port}="), "the browser sends it to every port"
        for path in CALLS:
            status, text = asked(port, path, {"Cookie": cookie})
            assert status == 403
            assert "Ashford" not in text
        assert browser.script("localStorage.length") == 0
        sent = f"fetch('{studio}/api/state', {{method: 'POST', credentials: 'include', body: '{{}}'}})"
        assert browser.script(f"{sent}.then(() => 'read', () => 'kept back')") == "kept back"
        browser.script("document.querySelector('a').click()")
        browser.until(IS_OPEN)
        browser.reload()
        browser.script("open('q:G_1')")
        browser.until(IS_OPEN)
        browser.open_tab(f"{studio}/question/G_1")
        browser.until(IS_OPEN)
        browser.script("localStorage.clear()")
        browser.script("open('q:G_2')")
        browser.until("document.getElementById('alert').textContent.includes('open the link')")
    assert (folder / "gold.yaml").read_text() == GOLD
