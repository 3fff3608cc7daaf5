"""A configuration: one point of a grid, and how it is written down."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from dataclasses import dataclass, is_dataclass, replace
from functools import lru_cache
from typing import Any

import yaml
from omegaconf._utils import get_omega_conf_dumper

from ragatta.conf.schema import Config
from ragatta.pipeline.plugins.checks import plain
from ragatta.pipeline.plugins.technique import Technique

LINE_ENDS = frozenset("\x85\u2028\u2029")  # of YAML 1.1, which would be read as spaces


@dataclass(frozen=True)
class Point:
    """One configuration of a grid; `label` is its variation and what else the grid varies."""

    label: str
    overrides: tuple[str, ...]
    config: Config

    def relabelled(self, label: Callable[[str], str]) -> Point:
        """With another label, made of its own."""
        comparison = self.config.comparison
        if comparison.baseline:
            comparison = replace(comparison, baseline=label(comparison.baseline))
        return replace(self, label=label(self.label), config=replace(self.config, comparison=comparison))


def as_yaml(config: Config) -> str:
    """As OmegaConf reads it: `${` is a text of the configuration, such as a folder's name, never an interpolation."""
    return "".join(_written(pickle.dumps({name: part})) for name, part in _escaped(plain(config)).items())


@lru_cache(maxsize=512)
def _written(pickled: bytes) -> str:
    """A part of a configuration; the points of a grid have most of theirs in common, and to write one takes long."""
    part, dumper = pickle.loads(pickled), get_omega_conf_dumper()
    text = str(yaml.dump(part, sort_keys=False, allow_unicode=True, Dumper=dumper))
    return text if LINE_ENDS.isdisjoint(text) else str(yaml.dump(part, sort_keys=False, Dumper=dumper))


def _escaped(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _escaped(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_escaped(one) for one in value]
    return re.sub(r"(\\*)\$\{", r"\1\1\\${", value) if isinstance(value, str) else value


def flat(config: Any, prefix: str = "") -> dict[str, Any]:
    """A configuration as dotted keys and plain values."""
    named = isinstance(config, Technique)
    found: dict[str, Any] = {f"{prefix}name": config.name} if named else {}
    for name, value in (config.own() if named else vars(config)).items():
        key = f"{prefix}{name}"
        found.update(flat(value, f"{key}.") if is_dataclass(value) else {key: value})
    return found
