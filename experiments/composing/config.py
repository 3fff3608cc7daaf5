"""A configuration: one point of a grid, how it is written down, and the grid that command-line overrides span.

`a=1,2 b=3` is a grid of two points, as in a Hydra multirun. Every fault of every point is found before any work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass
from typing import Any, cast

import yaml

from conf.schema import Config
from experiments.faults import Fault
from experiments.paths import CONF
from pipeline.plugins import suggestion

# YAML 1.1 reads these as true or false, so that a text of theirs is written in quotes, as OmegaConf writes it.
TRUTHS = ("y", "yes", "n", "no", "true", "false", "on", "off")
BOOLEANS = {case for word in TRUTHS for case in (word, word.title(), word.upper())}


@dataclass(frozen=True)
class Point:
    """One configuration of a grid; `label` is its variation and what else the grid varies."""

    label: str
    overrides: tuple[str, ...]
    config: Config


def compose_grid(arguments: Sequence[str]) -> list[Point]:
    """Every point of the grid that the overrides span, in their order. Raises Fault with all that is wrong."""
    from experiments.composing import kept_grids

    points = kept_grids.read(arguments)
    if points is None:
        from experiments.composing.overrides import composed  # imports Hydra

        points = composed(arguments)
        kept_grids.keep(arguments, points)
    elif problems := list(dict.fromkeys(fault for point in points for fault in point.config.problems())):
        raise Fault(problems)  # files that a configuration names can have gone since
    return points


def named_grid(name: str) -> list[str]:
    """The overrides of conf/sweep/<name>.yaml: `key: [values]` a line."""
    return [f"{key}={','.join(map(_plain, values))}" for key, values in _named("sweep", name, "SWEEP").items()]


def named_space(name: str) -> dict[str, list[Any]]:
    """What conf/space/<name>.yaml lets a search choose from: the values of each key, as an override writes them."""
    return {key: [_plain(value) for value in values] for key, values in _named("space", name, "SPACE").items()}


def _named(room: str, name: str, variable: str) -> dict[str, list[Any]]:
    known = sorted(path.stem for path in (CONF / room).glob("*.yaml"))
    if name not in known:
        raise Fault(f"{variable}={name}: no such file in conf/{room}/; {suggestion(name, known)}")
    text = (CONF / room / f"{name}.yaml").read_text(encoding="utf-8")
    held = cast(Mapping[str, Any], yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    return {key: value if isinstance(value, list) else [value] for key, value in held.items()}


def as_yaml(config: Config) -> str:
    """As `OmegaConf.to_yaml` writes it, without importing that."""
    return str(yaml.dump(asdict(config), Dumper=_Dumper, default_flow_style=False, allow_unicode=True, sort_keys=False))


class _Dumper(yaml.SafeDumper):  # libyaml's is faster and refuses file names that are no Unicode
    """Writes texts that YAML would read as something else in quotes, as OmegaConf does."""


def _text(dumper: Any, text: str) -> Any:
    quoted = text in BOOLEANS or _number(text)
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="'" if quoted else None)


def _number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


_Dumper.add_representer(str, _text)


def flat(config: Any, prefix: str = "") -> dict[str, Any]:
    """A configuration as dotted keys and plain values."""
    found: dict[str, Any] = {}
    for field in fields(config):
        value, key = getattr(config, field.name), f"{prefix}{field.name}"
        found.update(flat(value, f"{key}.") if is_dataclass(value) else {key: value})
    return found


def _plain(value: Any) -> str:
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
