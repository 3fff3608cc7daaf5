"""Grids that were composed before: a sweep that is repeated composes nothing, and imports no Hydra.

What overrides make depends on the files of conf/, on the schema with its defaults, and on Hydra; under the hash of all
of these a grid lies below .cache/grids/, which may be deleted. What asks for anything else, as `${oc.env:HOME}` does,
is composed each time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, fields, is_dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from conf.schema import Config
from experiments.composing.config import Point
from experiments.jsonl import line, parsed
from experiments.paths import CACHE, CONF, ROOT
from pipeline.identity import digest, file_digest
from pipeline.storage.checksums import keep as keep_checked
from pipeline.storage.checksums import kept

GRIDS = CACHE / "grids"
CODE = ("experiments/composing/overrides.py", "experiments/composing/kept_grids.py")
RESOLVER = re.compile(r"\$\{[^${}]*:")  # an interpolation that calls something
Settings = TypeVar("Settings")


def known(arguments: Sequence[str]) -> bool:
    """Whether the grid that these overrides span was composed before."""
    return _place(arguments).exists()


def read(arguments: Sequence[str]) -> list[Point] | None:
    """The points of the grid that these overrides span; None where it is not kept, or damaged."""
    if (data := kept(_place(arguments))) is None:
        return None
    return [Point(p["label"], tuple(p["overrides"]), _settings(Config, p["config"])) for p in parsed(data)["points"]]


def keep(arguments: Sequence[str], points: Sequence[Point]) -> None:
    """Keeps the grid, if JSON holds it and it is the same again whenever it is composed."""
    if any(RESOLVER.search(text) for text in (*arguments, *(file.read_text("utf-8") for file in CONF.rglob("*.yaml")))):
        return
    grid = {"points": [{"label": p.label, "overrides": p.overrides, "config": asdict(p.config)} for p in points]}
    again = [_settings(Config, point["config"]) for point in parsed(line(grid))["points"]]
    if again == [point.config for point in points]:
        keep_checked(_place(arguments), line(grid))


def _place(arguments: Sequence[str]) -> Path:
    """Where a grid is kept: named by everything that decides what it is."""
    key = digest(
        {
            "overrides": list(arguments),
            "files": [[str(file.relative_to(CONF)), file_digest(file)] for file in sorted(CONF.rglob("*.yaml"))],
            "schema": _schema(Config()),
            "code": [file_digest(ROOT / name) for name in CODE],
            "libraries": [version("hydra-core"), version("omegaconf")],
        }
    )
    return GRIDS / f"{key}.json"


def _schema(settings: Any) -> dict[str, Any]:
    """Name → type and default of every setting."""
    parts = {field: getattr(settings, field.name) for field in fields(settings)}
    return {f.name: _schema(value) if is_dataclass(value) else [str(f.type), value] for f, value in parts.items()}


def _settings(shape: type[Settings], record: dict[str, Any]) -> Settings:
    """A settings dataclass from the plain values of its fields. Raises KeyError or TypeError where they do not fit."""
    parts = {field.name: getattr(shape(), field.name) for field in fields(shape)}  # type: ignore[arg-type]
    return shape(**{n: _settings(type(v), record[n]) if is_dataclass(v) else record[n] for n, v in parts.items()})
