"""The proxy of the environment (HTTP_PROXY and the like) before a server, as messages name it and its remedy."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from ipaddress import ip_address, ip_network
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from ragatta.pipeline.llm.address import printable
from ragatta.pipeline.llm.failures import busy, may_pass
from ragatta.pipeline.llm.seam import ModelAway, ModelError, ModelUnavailable

OWN = (403, 407, 502, 503, 504)  # statuses with which a proxy replies in the server's place
NEEDS_USER = 407
_PORTS = {"http": 80, "https": 443}
SOCKS = ("socks5", "socks5h")  # schemes


@dataclass(frozen=True)
class Proxy:
    """A proxy: the variable that names it, host and port, the remedy, its address, and name and password if it asks for
    them."""

    variable: str
    where: str
    remedy: str
    url: str
    user: tuple[bytes, bytes] | None = field(repr=False)

    def __str__(self) -> str:
        return f"the proxy {self.where} of {self.variable}"

    def away(self, server: str) -> ModelAway:
        """Nothing listens where the proxy should be."""
        return ModelAway(f"{server} is asked through {self}, which does not reply; {self.remedy}")

    def refused(self, server: str, status: int, words: str) -> ModelError:
        """The reply is a proxy's, not the server's."""
        message = f"{server} is asked through {self}, and the reply is {status}{words and f' ({words})'}"
        if may_pass(status):
            return busy(status, f"{message}; {self.remedy}")
        user = (
            f"; to sign in, write USER:PASSWORD@ before {self.where} in {self.variable}" if status == NEEDS_USER else ""
        )
        return ModelUnavailable(f"{message}; {self.remedy}{user}")


def before(url: str) -> Proxy | None:
    """The proxy through which the address is asked, None where it is asked directly. Raises ModelUnavailable for one
    that cannot be used."""
    scheme, host = urlsplit(url).scheme, urlsplit(url).hostname or ""
    found = getproxies()
    name = next((name for name in (scheme, "all") if found.get(name)), "")
    if not name or _is_exempt(scheme, host, urlsplit(url).port or _PORTS.get(scheme, 0), found.get("no", "")):
        return None
    names = (f"{name}_proxy", f"{name}_proxy".upper())
    variable = next((each for each in names if os.environ.get(each)), "the system's settings")
    exempt = next((each for each in ("no_proxy", "NO_PROXY") if os.environ.get(each)), "NO_PROXY")
    hosts = ",".join(filter(None, (os.environ.get(exempt), host)))
    remedy = f"set {exempt}={hosts} if it is reached without, else correct {variable}"
    address = found[name] if "://" in found[name] else f"http://{found[name]}"
    try:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https", *SOCKS) or not parts.hostname or not parts.hostname.isascii():
            raise ValueError
        bare = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        return Proxy(variable, printable(bare), remedy, bare, _user(parts))
    except ValueError:
        raise unusable(variable) from None


def unusable(variable: str) -> ModelUnavailable:
    return ModelUnavailable(
        f"a proxy of {variable} cannot be used: it must be http://HOST:PORT; correct it, or unset it"
    )


def _user(proxy: SplitResult) -> tuple[bytes, bytes] | None:
    """Name and password, which stand in the address with signs for what no address holds."""
    if not proxy.username and not proxy.password:
        return None
    return unquote(proxy.username or "").encode(), unquote(proxy.password or "").encode()


def _is_exempt(scheme: str, host: str, port: int, exempt: str) -> bool:
    """Whether NO_PROXY names the host, by the rules of urllib, or by those of other programs: "*" and patterns beside
    others, a scheme before the host, networks of addresses."""
    if proxy_bypass(f"{host}:{port}"):
        return True
    for entry in exempt.split(","):
        of, _, name = entry.strip().lower().rpartition("://")
        named = fnmatchcase(host, name) or fnmatchcase(f"{host}:{port}", name) or _is_within(host, name)
        if of in ("", "all", scheme) and named:
            return True
    return False


def _is_within(host: str, network: str) -> bool:
    try:
        return ip_address(host) in ip_network(network.strip("[]"), strict=False)
    except ValueError:
        return False
