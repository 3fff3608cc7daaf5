"""Nobody but its user, from its own page, reads or writes anything."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from extensions.studio.tests.page.conftest import HOURS
from ragatta.extensions.studio.api import CALLS, Api
from ragatta.extensions.studio.security import Guard

Serve = Callable[..., SimpleNamespace]


def test_the_link_gives_a_cookie_and_a_key_to_the_first_who_opens_it_alone(serve: Serve) -> None:
    server = serve.server  # type: ignore[attr-defined]
    nobody: dict[str, Any] = {"Cookie": None, "X_Ragatta_Key": None}
    said: list[str] = []
    server.said = said.append
    link = server.link.split(str(server.server_port))[1]
    for refused in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):  # which does not use it up
        assert serve(link, **{**nobody, **refused}).status == 403
    page = serve(link, **nobody, Sec_Fetch_Site="cross-site")  # the private file forwards here
    assert page.status == 200
    place = re.search(rb'url=/#([^"]+)"', page.data)
    cookie = page.headers["Set-Cookie"]
    assert place is not None
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    given = {"Cookie": cookie.split(";")[0], "X_Ragatta_Key": place[1].decode()}
    assert b"<title>Studio" in serve("/", **given).data
    assert serve("/api/state", {}, **given).status == 200
    again = serve(link, **nobody)
    assert again.status == 403
    assert place[1] not in again.data
    assert again.headers["Set-Cookie"] is None
    assert serve(link).status == 200, "whoever was let in clicks the used link again"
    assert said == [server.link]
    assert serve(said[0].split(str(server.server_port))[1], **nobody).status == 200


def test_two_who_open_a_link_at_once_are_not_both_let_in() -> None:
    guard, headers = Guard(1), {"Host": "127.0.0.1:1"}
    token = guard.token
    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(lambda _: guard.admits(headers, token), range(200))) == 1


@pytest.mark.parametrize("call", CALLS)
def test_a_cookie_alone_opens_no_call(serve: Serve, call: str, api: Api) -> None:
    before = api.store.path.read_bytes()
    for key in (None, "", "x", serve.server.guard.session, serve.server.guard.token):  # type: ignore[attr-defined]
        reply = serve(f"/api/{call}", {"record": HOURS}, X_Ragatta_Key=key)
        assert reply.status == 403
        assert b"handbook" not in reply.data
    assert api.store.path.read_bytes() == before


@pytest.mark.parametrize("path", ["/", "/main.js", "/api/page", "/api/state"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": None},
        {"Cookie": "other=1"},
        {"Cookie": '"'},
        {"Host": "evil.example"},
        {"Host": "127.0.0.1"},
        {"Host": None},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
    ids=str,
)
def test_strangers_are_refused(serve: Serve, path: str, headers: dict[str, str | None]) -> None:
    reply = serve(path, {} if path.startswith("/api/") else None, **headers)
    assert reply.status == 403
    assert b"handbook" not in reply.data


def test_another_server_of_this_machine_may_not_write(serve: Serve, api: Api) -> None:
    """A page on another port is of the same site, and its cookies come along: its origin tells."""
    before = api.store.path.read_bytes()
    call = {"record": HOURS}
    for headers in ({"Origin": "http://127.0.0.1:1"}, {"Content_Type": "text/plain"}, {"Content_Type": None}):
        assert serve("/api/accept", call, **headers).status == 403
    assert api.store.path.read_bytes() == before
    assert serve("/api/accept", call, Origin=f"http://{_host(serve)}").status == 200
    assert api.store.path.read_bytes() != before


def test_a_link_to_a_question_opens_the_page_for_whoever_has_the_cookie_alone(serve: Serve) -> None:
    """It comes from a report: of another site, so that the browser holds the cookie back at first."""
    page = serve("/question/G%201%22%3E<script", Cookie=None, Sec_Fetch_Site="cross-site")
    assert page.status == 200
    assert b'content="0; url=/?question=G%201%22%3E%3Cscript"' in page.data
    assert b"handbook" not in page.data
    assert page.headers["Set-Cookie"] is None
    assert serve("/question/G_1", Cookie=None, Host="evil.example").status == 403
    closed = serve("/?question=G_1", Cookie=None)
    assert closed.status == 403
    assert b"open the link that ragatta studio printed" in closed.data
    assert serve("/?question=G_1").status == 200
    assert serve("/?question=G_1", Sec_Fetch_Site="none").status == 200, "its address was typed"


def _host(serve: Serve) -> str:
    return f"127.0.0.1:{serve.server.server_port}"  # type: ignore[attr-defined]


def test_the_token_of_a_link_opens_no_call(serve: Serve) -> None:
    token = serve.server.guard.token  # type: ignore[attr-defined]
    assert serve(f"/main.js?token={token}", Cookie=None).status == 403
    assert serve(f"/question/G_1?token={token}", Cookie=None).headers["Set-Cookie"] is None
    assert serve(f"/api/state?token={token}", {}, Cookie=None).status == 403


@pytest.mark.parametrize(
    "path", ["/../server.py", "/%2e%2e/server.py", "/page/main.js", "//etc/passwd", "http://[/", "/[?token=%"]
)
def test_no_other_file_is_served(serve: Serve, path: str) -> None:
    assert serve(path).status == 404


def test_calls_that_are_none_are_refused(serve: Serve) -> None:
    assert serve("/api/state", b"{").status == 400
    assert serve("/api/state", b"[]").status == 400
    assert serve("/api/state", b"[" * 100_000).status == 400
    assert serve("/api/_lock", {}).status == 422
    assert serve("/api/state", b"{}", Content_Length="9999999999").status == 413
    assert serve("/api/state", b"{}", Content_Length="-1").status == 413
    assert serve("/api/state", b"{}", Content_Length="9" * 5001, Cookie=None).status == 413
    assert serve("/api/page", {"file": "handbook.pdf", "page": 99}).status == 422
    assert serve("/api/page", {"file": ["x"], "page": {}}).status == 422
    assert serve("/api/check", {"record": {"question": 5}}).status == 422


def test_the_page_may_load_nothing_from_elsewhere(serve: Serve) -> None:
    policy = serve("/").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert serve("/").headers["Referrer-Policy"] == "no-referrer"
