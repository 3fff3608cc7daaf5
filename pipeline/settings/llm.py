"""Settings of who answers."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Protocol

from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.settings.checks import MOST_SECONDS, address_problems, at_least, one_of, whole_address

MOST_SEED = 2**63 - 1
# What llm.options may not set: Ragatta does, and a second value would contradict what is recorded.
_OWN_OPTIONS = frozenset(
    [
        "model",
        "messages",
        "stream",
        "tools",
        "tool_choice",
        "response_format",
        "format",
        "n",
        "options",
        "temperature",
        "seed",
        "max_tokens",
        "max_completion_tokens",
        "num_predict",
        "num_ctx",
    ]
)


_SET_BY = {"ollama": "OLLAMA_HOST", "openai": "OPENAI_BASE_URL"}  # variables that conf/llm/ reads an address from
OF_A_MODEL: Mapping[str, Any] = {
    "base_url": str,
    "api_key_env": str,
    "price_in": (int, float),
    "price_out": (int, float),
}  # llm.models
OMITTED = ("max_tokens", "response_format", "seed", "temperature")  # what some servers refuse, and llm.omit may name


class Declares(Protocol):
    """What a backend's module declares: constants, so that no connection is needed."""

    @property
    def ASKS_A_MODEL(self) -> bool:
        """Whether its replies are recorded and replayed; a backend of rules makes them anew each time."""

    @property
    def CALLS_TOOLS(self) -> bool:
        """Whether any of its models can hold a conversation with tools."""

    @property
    def IN_FLIGHT(self) -> int:
        """How many questions are asked at once if runner.workers is not set."""


BACKENDS = Kind("pipeline/llm/backends", Declares)


@dataclass
class LLM:
    KEY: ClassVar[str] = "llm"  # where these settings stand in a configuration
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
    rpm: float = 0.0  # requests a minute that each server takes; 0: no limit
    tpm: float = 0.0  # tokens a minute, prompt and reply
    patience_s: float = 120.0  # how long a call waits for a server that is busy or away
    # Of a model by its name, such as that of one agent: those of OF_A_MODEL that differ from the ones above.
    models: dict[str, Any] = field(default_factory=dict)
    replicas: list[str] = field(default_factory=list)  # addresses of more servers with the same model
    options: dict[str, Any] = field(default_factory=dict)  # more of the server's own, such as top_p or stop
    omit: list[str] = field(default_factory=list)  # of OMITTED: parameters that are not sent
    module: str = ""  # the Python module of a backend that stands elsewhere

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = at_least("llm.price_in", self.price_in, 0) + at_least("llm.price_out", self.price_out, 0)
        found += at_least("llm.context_window", self.context_window, 0)
        if not self.module:
            found += BACKENDS.problems("llm.name", self.name)
        elif not self.is_known():
            found.append(f"llm.module ({self.module}): no such Python module")
        found += one_of("llm.cache", self.cache, ("use", "off", "refresh", "only"))
        found += at_least("llm.context_window", self.context_window, 0)
        found += at_least("llm.seed", self.seed, -MOST_SEED, MOST_SEED)
        for key in ("rpm", "tpm", "patience_s"):
            found += at_least(f"llm.{key}", getattr(self, key), 0)
        for key, url in (("llm.base_url", self.base_url), *(("llm.replicas", url) for url in self.replicas)):
            variable = _SET_BY.get(self.name, "")
            source = f" (from {variable})" if url and os.environ.get(variable) == url else ""
            found += [problem.replace(key, key + source, 1) for problem in address_problems(key, whole_address(url))]
        if own := sorted(_OWN_OPTIONS & self.options.keys()):
            found.append(
                f"llm.options must not set {', '.join(own)}: temperature and max_tokens are settings of each agent, "
                "seed and context_window of llm"
            )
        found += [problem for name, own in self.models.items() for problem in _of_a_model(f"llm.models.{name}", own)]
        found += [problem for name in self.omit for problem in one_of("llm.omit", name, OMITTED)]
        found += _variable_problems("llm.api_key_env", self.api_key_env)
        in_time = 0 < self.timeout_s <= MOST_SECONDS  # false for what is no number
        wrong = f"llm.timeout_s ({self.timeout_s}) must be above 0 and at most {MOST_SECONDS} (a day)"
        return [self.named(problem) for problem in (*found, *([] if in_time else [wrong]))]

    def named(self, words: str) -> str:
        """A message of a backend with its keys, such as llm.timeout_s, as they stand in a configuration."""
        keys = "|".join(field.name for field in fields(self))
        return re.sub(rf"\bllm\.(?=(?:{keys})\b)", f"{self.KEY}.", words)

    def urls(self) -> list[str]:
        """Of all servers; "" is the backend's default."""
        return [self.base_url, *self.replicas]

    def by_model(self) -> dict[str, LLM]:
        """The settings of each model that has some of its own. One with an address of its own has no replicas."""
        found = {}
        for name, own in self.models.items():
            alone: dict[str, Any] = {"replicas": []} if "base_url" in own else {}
            found[name] = replace(self, models={}, model=name, **alone, **own)
        return found

    def priced(self) -> bool:
        """Whether any model has a price."""
        return any(one.price_in or one.price_out for one in (self, *self.by_model().values()))

    def is_known(self) -> bool:
        return BACKENDS.knows(self.name, self.module)

    def plugin(self) -> Declares:
        """The backend's declarations. Raises ValueError where there is none."""
        return BACKENDS.load(self.name, self.module)

    def plugin_module(self) -> str:
        """The backend's Python module."""
        return self.module or BACKENDS.module(self.name)


def _of_a_model(key: str, own: Any) -> list[str]:
    """What is wrong with an entry of llm.models."""
    if not isinstance(own, Mapping):
        return [f"{key}: expected settings of the model ({', '.join(OF_A_MODEL)}), got {own!r}"]
    found = []
    for name, value in own.items():
        if name not in OF_A_MODEL:
            found.append(f"{key}.{name}: no such setting of a model; choose from {', '.join(OF_A_MODEL)}")
        elif isinstance(value, bool) or not isinstance(value, OF_A_MODEL[name]):
            found.append(f"{key}.{name}: expected a {'number' if name.startswith('price') else 'text'}, got {value!r}")
        elif name == "base_url":
            found += address_problems(f"{key}.{name}", whole_address(value))
        elif name == "api_key_env":
            found += _variable_problems(f"{key}.{name}", value)
        else:
            found += at_least(f"{key}.{name}", value, 0)
    return found


def _variable_problems(key: str, name: str) -> list[str]:
    named = re.fullmatch(r"[A-Za-z_]\w*", name)
    return [] if named else [f"{key} must be the name of an environment variable, never the key itself"]
