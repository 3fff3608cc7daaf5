"""The proxy of the environment (HTTP_PROXY and the like) before a server, as messages name it and its remedy."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import TypeVar
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from ragatta.pipeline.llm.address import shown
from ragatta.pipeline.llm.seam import ModelAway, ModelBusy, ModelError, ModelUnavailable

OWN = (403, 407, 502, 503, 504)  # statuses with which a proxy replies in the server's place
NEEDS_USER = 407
_PASSING = (502, 503, 504)
T = TypeVar("T")


@dataclass(frozen=True)
class Proxy:
    """A proxy: the variable that names it, host and port, and the remedy."""

    variable: str
    where: str
    remedy: str

    def __str__(self) -> str:
        return f"the proxy {self.where} of {self.variable}"

    def away(self, server: str) -> ModelAway:
        """Nothing listens where the proxy should be."""
        return ModelAway(f"{server} is asked through {self}, which does not reply; {self.remedy}")

    def refused(self, server: str, status: int, words: str) -> ModelError:
        """The reply is a proxy's, not the server's."""
        said = f"{server} is asked through {self}, and the reply is {status}{words and f' ({words})'}"
        if status in _PASSING:
            return ModelBusy(f"{said}; {self.remedy}")
        user = (
            f"; to sign in, write USER:PASSWORD@ before {self.where} in {self.variable}" if status == NEEDS_USER else ""
        )
        return ModelUnavailable(f"{said}; {self.remedy}{user}")


def before(url: str) -> Proxy | None:
    """The proxy through which the address is asked, None where it is asked directly."""
    scheme, host = urlsplit(url).scheme, urlsplit(url).hostname or ""
    found = getproxies()
    name = next((name for name in (scheme, "all") if found.get(name)), "")
    if not name or proxy_bypass(host):
        return None
    names = (f"{name}_proxy", f"{name}_proxy".upper())
    variable = next((each for each in names if os.environ.get(each)), "the system's settings")
    exempt = next((each for each in ("no_proxy", "NO_PROXY") if os.environ.get(each)), "NO_PROXY")
    hosts = ",".join(filter(None, (os.environ.get(exempt), host)))
    return Proxy(
        variable, shown(found[name]), f"set {exempt}={hosts} if it is reached without, else correct {variable}"
    )


def opened(library: ModuleType, make: Callable[[], T]) -> T:
    """The client of `library` (httpx or httpx2) that `make` makes.

    Raises ModelUnavailable where the environment names a proxy that it cannot use."""
    try:
        return make()
    except (ImportError, ValueError, library.InvalidURL) as fault:
        names = sorted(name for name in os.environ if name.lower() in ("http_proxy", "https_proxy", "all_proxy"))
        if not names:
            raise
        told = f"a proxy of {', '.join(names)} cannot be used: it must be http://HOST:PORT"
        raise ModelUnavailable(f"{told} ({type(fault).__name__}); correct it, or unset it") from None
