"""Checks for single settings, and their form as JSON values."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any
from urllib.parse import urlsplit

from ragatta.pipeline.plugins import registry

MOST = 10**9  # of anything that is counted: no more is meant, and what computes with it may hold no more
MOST_SECONDS = 86_400  # a day
LARGEST = 2**53 - 1  # what JSON keeps exact


def at_least(name: str, value: float, least: float, most: float = MOST) -> list[str]:
    """Whether a number is within bounds; infinity and NaN are not."""
    if value > most:
        return [f"{name} ({value}) must be at most {most}"]
    return [] if value >= least else [f"{name} ({value}) must be at least {least}"]


def one_of(name: str, value: str, known: tuple[str, ...]) -> list[str]:
    return [] if value in known else [f"{name}: unknown {value!r}; {registry.suggestion(value, known)}"]


def too_small(prefix: str, settings: Any) -> list[str]:
    """Every number in an agent's settings must be a count of at least 1."""
    return [
        problem
        for name, value in plain(settings).items()
        if isinstance(value, int | float) and not isinstance(value, bool)
        for problem in at_least(f"{prefix}.{name}", value, 1)
    ]


def plain(settings: Any) -> dict[str, Any]:
    """A settings dataclass as nested dicts of JSON values; a technique's begins with its name."""
    named = isinstance(getattr(type(settings), "name", None), property)
    values = settings.own() if named else {each.name: getattr(settings, each.name) for each in fields(settings)}
    return ({"name": settings.name} if named else {}) | {
        name: plain(value) if is_dataclass(value) else value for name, value in values.items()
    }


def whole_address(url: str) -> str:
    """The address with the host that ":11434" leaves out, as Ollama and its clients read OLLAMA_HOST: this machine."""
    return f"127.0.0.1{url}" if url.startswith(":") else url


def address_problems(key: str, url: str) -> list[str]:
    """A configuration is written to files and to MLflow: it must not hold a password, nor may these messages."""
    found = []
    try:
        address = urlsplit(url if "//" in url else f"//{url}")
        whole = address.scheme in ("", "http", "https") and bool(address.hostname) and address.port != 0
    except ValueError:  # brackets without an address in them, or a port that there is not
        address, whole = urlsplit(""), False
    if url and not whole:
        found.append(f"{key} must be the address of a server, such as http://127.0.0.1:11434")
    if address.username or address.password or address.query:
        found.append(
            f"{key} must not contain user, password or query: put the key into an environment variable, and that "
            f"variable's name into {key.rpartition('.')[0]}.api_key_env"
        )
    return found
