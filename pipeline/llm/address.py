"""How a server's address is shown: host and port, never the credentials or query that a URL may carry."""

from __future__ import annotations

from urllib.parse import urlsplit


def printable(url: str) -> str:
    """ "https://user:key@host:8080/v1?k=s" is shown as "host:8080"."""
    parts = urlsplit(url if "//" in url else f"//{url}")
    host = parts.hostname or ""
    return f"{host}:{parts.port}" if parts.port else host
