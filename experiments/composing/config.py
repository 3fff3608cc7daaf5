"""A configuration: one point of a grid, how it is written down, and the grids and spaces that conf/ names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass
from typing import Any, cast

import yaml
from omegaconf import OmegaConf

from ragatta.conf.schema import Config
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import CONF
from ragatta.pipeline.plugins import suggestion


@dataclass(frozen=True)
class Point:
    """One configuration of a grid; `label` is its variation and what else the grid varies."""

    label: str
    overrides: tuple[str, ...]
    config: Config


def named_space(name: str) -> dict[str, list[Any]]:
    """The search space of conf/space/<name>.yaml: the values of each key, in the notation of overrides."""
    return {key: [_plain(value) for value in values] for key, values in _named("space", name, "SPACE").items()}


def _named(room: str, name: str, variable: str) -> dict[str, list[Any]]:
    known = sorted(path.stem for path in (CONF / room).glob("*.yaml"))
    if name not in known:
        raise Fault(f"{variable}={name}: no such file in conf/{room}/; {suggestion(name, known)}")
    text = (CONF / room / f"{name}.yaml").read_text(encoding="utf-8")
    held = cast(Mapping[str, Any], yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    return {key: value if isinstance(value, list) else [value] for key, value in held.items()}


def as_yaml(config: Config) -> str:
    return OmegaConf.to_yaml(OmegaConf.create(asdict(config)))


def flat(config: Any, prefix: str = "") -> dict[str, Any]:
    """A configuration as dotted keys and plain values."""
    found: dict[str, Any] = {}
    for field in fields(config):
        value, key = getattr(config, field.name), f"{prefix}{field.name}"
        found.update(flat(value, f"{key}.") if is_dataclass(value) else {key: value})
    return found


def _plain(value: Any) -> str:
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
