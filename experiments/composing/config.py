"""A configuration: one point of a grid, and how it is written down."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields, is_dataclass
from typing import Any

from omegaconf import OmegaConf

from ragatta.conf.schema import Config


@dataclass(frozen=True)
class Point:
    """One configuration of a grid; `label` is its variation and what else the grid varies."""

    label: str
    overrides: tuple[str, ...]
    config: Config


def as_yaml(config: Config) -> str:
    """As OmegaConf reads it: `${` is a text of the configuration, such as a folder's name, never an interpolation."""
    return OmegaConf.to_yaml(OmegaConf.create(_escaped(asdict(config))))


def _escaped(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _escaped(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_escaped(one) for one in value]
    return re.sub(r"(\\*)\$\{", r"\1\1\\${", value) if isinstance(value, str) else value


def flat(config: Any, prefix: str = "") -> dict[str, Any]:
    """A configuration as dotted keys and plain values."""
    found: dict[str, Any] = {}
    for field in fields(config):
        value, key = getattr(config, field.name), f"{prefix}{field.name}"
        found.update(flat(value, f"{key}.") if is_dataclass(value) else {key: value})
    return found
