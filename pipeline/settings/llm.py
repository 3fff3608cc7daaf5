"""Settings of who answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.settings.checks import at_least, one_of

MOST_SECONDS = 86_400
MOST_SEED = 2**63 - 1


class Declares(Protocol):
    """What the module of a backend says of itself; constants, so that nothing has to be connected to."""

    @property
    def ASKS_A_MODEL(self) -> bool:
        """Whether its replies are recorded and replayed, or made anew each time, by rule."""

    @property
    def CALLS_TOOLS(self) -> bool:
        """Whether any of its models can hold a conversation with tools."""


BACKENDS = Kind("pipeline/llm/backends", Declares)


@dataclass
class LLM:
    name: str = ""  # a file of pipeline/llm/backends/, or any name beside `module`
    model: str = ""  # such as llama3.2; the backend's own default if empty
    base_url: str = ""  # the backend's own default if empty
    api_key_env: str = "OPENAI_API_KEY"  # the variable that holds the key; the key itself is never stored
    context_window: int = 0  # tokens; 0: what the backend reports
    timeout_s: float = 300.0
    cache: str = "use"  # use, off, refresh (ask again and replace) or only (never ask)
    seed: int = 0
    price_in: float = 0.0  # USD per million tokens read and written, for the column cost_usd
    price_out: float = 0.0
    module: str = ""  # the Python module of a backend that stands elsewhere

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = at_least("llm.price_in", self.price_in, 0) + at_least("llm.price_out", self.price_out, 0)
        found += at_least("llm.context_window", self.context_window, 0)
        if not self.module:
            found += one_of("llm.name", self.name, BACKENDS.names())
        elif not self.is_known():
            found.append(f"llm.module ({self.module}): no such Python module")
        found += one_of("llm.cache", self.cache, ("use", "off", "refresh", "only"))
        found += at_least("llm.context_window", self.context_window, 0)
        found += at_least("llm.seed", self.seed, -MOST_SEED, MOST_SEED)
        found += self._of_the_address()
        in_time = 0 < self.timeout_s <= MOST_SECONDS  # false for what is no number
        wrong = f"llm.timeout_s ({self.timeout_s}) must be above 0 and at most {MOST_SECONDS} (a day)"
        return found + ([] if in_time else [wrong])

    def is_known(self) -> bool:
        return BACKENDS.knows(self.name, self.module)

    def plugin(self) -> Declares:
        """What the backend says of itself. Raises ValueError where there is none."""
        return BACKENDS.load(self.name, self.module)

    def plugin_module(self) -> str:
        """The backend's Python module."""
        return self.module or BACKENDS.module(self.name)

    def _of_the_address(self) -> list[str]:
        """A configuration is written to files and to MLflow: it may hold no key, nor may these messages."""
        found = []
        try:
            address = urlsplit(self.base_url if "//" in self.base_url else f"//{self.base_url}")
            whole = address.scheme in ("", "http", "https") and bool(address.hostname) and address.port != 0
        except ValueError:  # brackets without an address in them, or a port that there is not
            address, whole = urlsplit(""), False
        if self.base_url and not whole:
            found.append("llm.base_url must be the address of a server, such as http://127.0.0.1:11434")
        if address.username or address.password or address.query:
            found.append(
                "llm.base_url must hold no user, password or query: put the key into an environment variable, and "
                "that variable's name into llm.api_key_env"
            )
        if not re.fullmatch(r"[A-Za-z_]\w*", self.api_key_env):
            found.append("llm.api_key_env must be the name of an environment variable, never the key itself")
        return found
