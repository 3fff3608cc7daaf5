"""Who may speak to the studio: this machine's user, from the studio's own page.

A page of another site can send requests to 127.0.0.1, and can make its own name resolve to it (DNS rebinding). So each
request has to name this host and come from this origin. Other users of the machine can send any headers, so two secrets
are asked for as well. A cookie opens the page: SameSite=Strict, and out of reach for scripts. But browsers send it to
all ports of a host, so whoever serves another port can learn it. The calls, which alone give or change anything, ask
for a key too. The page keeps it in its storage, which is by origin and so by port. The token of a link is exchanged for
both, once, as other users can read it among the arguments of a browser. See RFC 6265bis, Fetch Metadata (W3C), CSP
Level 3.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from threading import Lock

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # the first address holds the token
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
CLOSED = (
    "this browser was not let in since the studio started; open the link that ragatta studio printed last in its "
    "terminal, which works once, then this address works too"
)
FROM_HERE = ("same-origin", "none")  # of Sec-Fetch-Site; none: typed, or opened from the terminal
KEY = "X-Ragatta-Key"  # the header of the page's key


class Guard:
    """The checks of one server. Its secrets are new at each start: `session` is the cookie's, `key` the page's; `token`
    is the link's and is replaced when it is used."""

    def __init__(self, port: int) -> None:
        self.token, self.session, self.key = (secrets.token_urlsafe(32) for _ in range(3))
        self._lock = Lock()
        self.cookie = f"ragatta-studio-{port}"  # ports share a host's cookies
        named = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self._hosts = named | ({name.removesuffix(":80") for name in named} if port == 80 else set())

    def admits(self, headers: Mapping[str, str], token: str) -> bool:
        """Whether a link's token is the current one, which then is used up."""
        with self._lock:
            fits = not self._foreign(headers) and secrets.compare_digest(token.encode(), self.token.encode())
            if fits:
                self.token = secrets.token_urlsafe(32)
            return fits

    def refusal(self, headers: Mapping[str, str], calls: bool) -> str:
        """Why a request is refused; "" if it is not. `calls`: it asks for more than the page's own files."""
        if foreign := self._foreign(headers):
            return foreign
        if headers.get("Sec-Fetch-Site", "same-origin") not in FROM_HERE:
            return "the request comes from another site"
        if calls and headers.get("Content-Type", "") != "application/json":
            return "only JSON is read"  # what a form of another site cannot send
        is_held = secrets.compare_digest(self._held(headers).encode(), self.session.encode())
        has_key = not calls or secrets.compare_digest(headers.get(KEY, "").encode(), self.key.encode())
        return "" if is_held and has_key else CLOSED

    def _foreign(self, headers: Mapping[str, str]) -> str:
        host, origin = headers.get("Host", ""), headers.get("Origin", "")
        if not self.is_named(headers):
            return "the address names another host"
        if origin and origin != f"http://{host}":
            return "the request comes from another site"
        return ""

    def is_named(self, headers: Mapping[str, str]) -> bool:
        """Whether a request's address names this host."""
        return headers.get("Host", "") in self._hosts

    def set_cookie(self) -> str:
        return f"{self.cookie}={self.session}; Path=/; HttpOnly; SameSite=Strict"

    def _held(self, headers: Mapping[str, str]) -> str:
        try:
            held = SimpleCookie(headers.get("Cookie", "")).get(self.cookie)
        except CookieError:
            return ""
        return held.value if held else ""
