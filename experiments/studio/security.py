"""Who may speak to the studio: this machine's user, from the studio's own page.

A page of another site can send requests to 127.0.0.1, and can make its own name resolve to it (DNS rebinding). So each
request has to name this host, come from this origin, and carry the token of the link, which a cookie holds after the
first request: SameSite=Strict, and out of reach for scripts. See RFC 6265bis, Fetch Metadata (W3C), CSP Level 3.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # the first address holds the token
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
CLOSED = (
    "the token is missing or of an earlier start; open the link that ragatta studio printed in its terminal, then this "
    "address works too"
)
FROM_HERE = ("same-origin", "none")  # of Sec-Fetch-Site; none: typed, or opened from the terminal


class Guard:
    """The checks of one server. Its token is new at each start."""

    def __init__(self, port: int) -> None:
        self.token = secrets.token_urlsafe(32)
        self.cookie = f"ragatta-studio-{port}"  # ports share a host's cookies
        named = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self._hosts = named | ({name.removesuffix(":80") for name in named} if port == 80 else set())

    def refusal(self, headers: Mapping[str, str], given: str, writes: bool) -> str:
        """Why a request is refused; "" if it is not. `given`: the token of its address, which opens the page alone."""
        host, origin = headers.get("Host", ""), headers.get("Origin", "")
        if not self.is_named(headers):
            return "the address names another host"
        if origin and origin != f"http://{host}":
            return "the request comes from another site"
        if not given and headers.get("Sec-Fetch-Site", "same-origin") not in FROM_HERE:
            return "the request comes from another site"
        if writes and headers.get("Content-Type", "") != "application/json":
            return "only JSON is read"  # what a form of another site cannot send
        if not secrets.compare_digest((given or self._held(headers)).encode(), self.token.encode()):
            return CLOSED
        return ""

    def is_named(self, headers: Mapping[str, str]) -> bool:
        """Whether a request's address names this host."""
        return headers.get("Host", "") in self._hosts

    def set_cookie(self) -> str:
        return f"{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Strict"

    def _held(self, headers: Mapping[str, str]) -> str:
        try:
            held = SimpleCookie(headers.get("Cookie", "")).get(self.cookie)
        except CookieError:
            return ""
        return held.value if held else ""
