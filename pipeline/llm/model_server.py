"""Settings of a server with a model that is no chat's: one that embeds, or one that reranks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ragatta.pipeline.plugins.checks import MOST_SECONDS, address_problems, at_least


@dataclass
class ModelServer:
    base_url: str = ""  # the embedder's or reranker's own default if empty
    model: str = ""  # as the server names it
    api_key_env: str = ""  # the variable that holds the key; the key itself is never stored
    timeout_s: float = 60.0
    patience_s: float = 120.0  # how long a call waits for a server that is busy or away
    rpm: float = 0.0  # requests a minute that it takes; 0: no limit
    tpm: float = 0.0  # tokens a minute
    price_in: float = 0.0  # USD per million tokens, for budget.usd
    batch: int = 32  # texts a request
    in_flight: int = 4  # requests at once

    def problems(self, key: str) -> list[str]:
        """What is wrong with these settings, which stand below `key`, each fault with its fix."""
        found = address_problems(f"{key}.base_url", self.base_url)
        for name in ("patience_s", "rpm", "tpm", "price_in"):
            found += at_least(f"{key}.{name}", getattr(self, name), 0)
        for name in ("batch", "in_flight"):
            found += at_least(f"{key}.{name}", getattr(self, name), 1, 1000)
        if not 0 < self.timeout_s <= MOST_SECONDS:
            found.append(f"{key}.timeout_s ({self.timeout_s}) must be above 0 and at most {MOST_SECONDS} (a day)")
        if self.api_key_env and not re.fullmatch(r"[A-Za-z_]\w*", self.api_key_env):
            found.append(f"{key}.api_key_env must be the name of an environment variable, never the key itself")
        return found
