"""Checks for single settings, and their form as JSON values."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from ragatta.pipeline import plugins

MOST = 10**9  # of anything that is counted: no more is meant, and what computes with it may hold no more
LARGEST = 2**53 - 1  # what JSON keeps exact


def at_least(name: str, value: float, least: float, most: float = MOST) -> list[str]:
    """Whether a number is within bounds; infinity and NaN are not."""
    if value > most:
        return [f"{name} ({value}) must be at most {most}"]
    return [] if value >= least else [f"{name} ({value}) must be at least {least}"]


def one_of(name: str, value: str, known: tuple[str, ...]) -> list[str]:
    return [] if value in known else [f"{name}: unknown {value!r}; {plugins.suggestion(value, known)}"]


def too_small(prefix: str, settings: Any) -> list[str]:
    """Every number in an agent's settings must be a count of at least 1, except the temperature, which may be 0."""
    return [
        problem
        for name, value in plain(settings).items()
        if isinstance(value, int | float) and not isinstance(value, bool)
        for problem in at_least(f"{prefix}.{name}", value, 0 if name == "temperature" else 1)
    ]


def plain(settings: Any) -> dict[str, Any]:
    """A settings dataclass as nested dicts of JSON values."""
    return {
        f.name: plain(value) if is_dataclass(value := getattr(settings, f.name)) else value for f in fields(settings)
    }
