"""Where collections lie: in folders on this machine, or on a Chroma server. It changes no key and no answer."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from ragatta.pipeline.plugins.checks import one_of


@dataclass
class CollectionStore:
    mode: str = "local"  # a folder a collection; or server: on a Chroma server
    address: str = ""  # of the server, as http://host:8000; CHROMA_SERVER_HOST and Chroma's other variables if empty
    tenant: str = ""  # CHROMA_TENANT, or Chroma's default, if empty
    database: str = ""  # CHROMA_DATABASE, or Chroma's default, if empty

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = one_of("collection.mode", self.mode, ("local", "server"))
        if self.address and not _is_address(self.address):
            found.append(
                "collection.address must be http://host:port or https://host:port, without user, password or query"
            )
        named = {name: getattr(self, name) for name in ("address", "tenant", "database") if getattr(self, name)}
        if self.mode == "local" and named:
            found.append(f"collection.{next(iter(named))} is of a server; add collection.mode=server")
        return found


def _is_address(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return (
            parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and parts.port != 0
            and not (parts.query or parts.username or parts.password)
        )
    except ValueError:  # a port that is no number
        return False
