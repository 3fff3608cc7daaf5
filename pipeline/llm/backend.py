"""A backend: who answers, a model or rules in its place. One a file of backends/.

Its settings are those of its class. The ones here are what Ragatta does around each call, whoever answers.
"""

from __future__ import annotations

import os
import re
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Self

from ragatta.pipeline.llm.seam import Backend
from ragatta.pipeline.plugins.checks import MOST_SECONDS, address_problems, at_least, one_of, whole_address
from ragatta.pipeline.plugins.technique import VARIABLE, Technique, Techniques

MOST_SEED = 2**63 - 1
# What llm.options may not set: Ragatta does, and a second value would contradict what is recorded.
_OWN_OPTIONS = frozenset((
    "model", "messages", "stream", "tools", "tool_choice", "response_format", "format", "n", "options", "temperature",
    "seed", "max_tokens", "max_completion_tokens", "num_predict", "num_ctx",
))  # fmt: skip
OF_A_MODEL: Mapping[str, Any] = {
    "base_url": str,
    "api_key_env": str,
    "price_in": (int, float),
    "price_out": (int, float),
}  # llm.models
OMITTED = ("max_tokens", "response_format", "seed", "temperature")  # what some servers refuse, and llm.omit may name


@dataclass(frozen=True)
class LLM(Technique):
    """As the module says."""

    KEY: ClassVar[str] = "llm"
    ASKS_A_MODEL: ClassVar[bool] = True  # whether its replies are recorded and replayed; rules make them anew each time
    CALLS_TOOLS: ClassVar[bool] = False  # whether any of its models can hold a conversation with tools
    IN_FLIGHT: ClassVar[int] = 1  # how many questions are asked at once if runner.workers is not set
    model: str = ""  # such as llama3.2; the backend's own default if empty
    context_window: int = 0  # tokens; 0: what the backend reports
    timeout_s: float = 300.0
    cache: str = "use"  # use, off, refresh (ask again and replace) or only (never ask)
    seed: int = 0
    price_in: float = 0.0  # USD per million tokens read and written, for the column cost_usd
    price_out: float = 0.0
    rpm: float = 0.0  # requests a minute that each server takes; 0: no limit
    tpm: float = 0.0  # tokens a minute, prompt and reply
    patience_s: float = 120.0  # how long a call waits for a server that is busy or away
    options: dict[str, Any] = field(default_factory=dict)  # more of the server's own, such as top_p or stop
    omit: list[str] = field(default_factory=list)  # of OMITTED: parameters that are not sent

    @abstractmethod
    def connect(self) -> Backend:
        """The backend of these settings; no connection is needed yet. Raises ModelUnavailable."""

    def problems(self) -> list[str]:
        found = self.least(price_in=0, price_out=0, context_window=0, rpm=0, tpm=0, patience_s=0)
        found += self.among("cache", "use", "off", "refresh", "only")
        found += at_least(f"{self.KEY}.seed", self.seed, -MOST_SEED, MOST_SEED)
        if own := sorted(_OWN_OPTIONS & self.options.keys()):
            found.append(
                f"{self.KEY}.options must not set {', '.join(own)}: temperature and max_tokens are options of each "
                f"agent, such as agents.planner.max_tokens, seed and context_window of {self.KEY}"
            )
        found += [problem for name in self.omit for problem in one_of(f"{self.KEY}.omit", name, OMITTED)]
        if not 0 < self.timeout_s <= MOST_SECONDS:  # nor where it is no number
            found.append(f"{self.KEY}.timeout_s ({self.timeout_s}) must be above 0 and at most {MOST_SECONDS} (a day)")
        return found

    def modules(self) -> tuple[str, ...]:
        """The modules that answer: its own, and those that it finds by a name."""
        return (type(self).__module__,)

    def named(self, words: str) -> str:
        """A message of a backend with its keys, such as llm.timeout_s, as they stand in a configuration."""
        keys = "|".join(each.name for each in fields(self))
        return re.sub(rf"\bllm\.(?=(?:{keys})\b)", f"{self.KEY}.", words)

    def urls(self) -> list[str]:
        """Of all servers; "" is the backend's default."""
        return [""]

    def at(self, url: str) -> Self:  # noqa: ARG002 - it is in this process
        """With one of the `urls` alone."""
        return self

    def by_model(self) -> dict[str, Self]:
        """The settings of each model that has some of its own."""
        return {}

    def usual(self) -> Self:
        """Those of every other model."""
        return self

    def shared(self, parts: int) -> Self:
        """As one of so many processes takes it that share its rates."""
        return replace(self, rpm=self.rpm / parts, tpm=self.tpm / parts)

    def told_apart(self) -> dict[str, Any]:
        """What tells its models apart in the record of who answered, beside name, address and context window."""
        return {}

    def retried(self, backend: Backend) -> Backend:
        """The backend with its tries, as it is asked. What it means that all of them fail is for its kind to say."""
        return backend

    def priced(self) -> bool:
        """Whether any model has a price."""
        return any(one.price_in or one.price_out for one in (self, *self.by_model().values()))


def from_variable(name: str, usual: str) -> Any:
    """The field of an address that is, unless a configuration says it, the value of an environment variable."""
    return field(default_factory=lambda: os.environ.get(name, usual), metadata={VARIABLE: (name, usual)})


@dataclass(frozen=True)
class ServedLLM(LLM):
    """A backend whose models are on a server."""

    base_url: str = ""  # the backend's own default if empty
    api_key_env: str = ""  # the variable that holds the key; the key itself is never stored
    # Of a model by its name, such as that of one agent: those of OF_A_MODEL that differ from the ones above.
    models: dict[str, Any] = field(default_factory=dict)
    replicas: list[str] = field(default_factory=list)  # addresses of more servers with the same model

    def problems(self) -> list[str]:
        key, found = f"{self.KEY}.base_url", super().problems()
        variable = next((each.metadata[VARIABLE][0] for each in fields(self) if VARIABLE in each.metadata), "")
        for name, url in ((key, self.base_url), *((f"{self.KEY}.replicas", url) for url in self.replicas)):
            source = f" (from {variable})" if url and os.environ.get(variable) == url else ""
            found += [problem.replace(name, name + source, 1) for problem in address_problems(name, whole_address(url))]
        for model, own in self.models.items():
            found += _of_a_model(f"{self.KEY}.models.{model}", own)
        return found + _variable_problems(f"{self.KEY}.api_key_env", self.api_key_env)

    def urls(self) -> list[str]:
        return [self.base_url, *self.replicas]

    def at(self, url: str) -> Self:
        return replace(self, base_url=url)

    def by_model(self) -> dict[str, Self]:
        """As LLM says. One with an address of its own has no replicas."""
        found = {}
        for name, own in self.models.items():
            alone: dict[str, Any] = {"replicas": []} if "base_url" in own else {}
            found[name] = replace(self, models={}, model=name, **alone, **own)
        return found

    def usual(self) -> Self:
        return replace(self, models={})


def _of_a_model(key: str, settings: Any) -> list[str]:
    """What is wrong with an entry of llm.models."""
    if not isinstance(settings, Mapping):
        return [f"{key}: expected settings of the model ({', '.join(OF_A_MODEL)}), got {settings!r}"]
    found = []
    for name, value in settings.items():
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
    named = re.fullmatch(r"([A-Za-z_]\w*)?", name)
    return [] if named else [f"{key} must be the name of an environment variable, never the key itself"]


BACKENDS = Techniques("backends", LLM)
USUAL = "extractive"  # the one that answers where none is chosen


def usual_backend() -> LLM:
    """The one that answers where none is chosen, with its defaults."""
    return BACKENDS.load(USUAL)()
