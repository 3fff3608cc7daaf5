"""Settings that extensions bring: a class of the configuration is extended by classes that derive from it, one a file
of a kind. Each adds fields, and says by methods of the base what they change; with the extension they are gone."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, TypeVar, cast

from ragatta.pipeline.plugins.registry import Kind

T = TypeVar("T")


def extended(kind: str, base: type[T], module: str, name: str) -> type[T]:
    """The class with the fields of all classes of that kind, which call each other by `super()`: `module` and `name`
    are where it stands. Raises BrokenPart for a file that does not define one, or has a field that there is already."""
    parts = Kind(kind)
    added = {part: parts.defined(part, base) for part in parts.names()}
    owners = {one.name: base.__name__ for one in fields(cast(Any, base))}
    for part, cls in added.items():
        for field in cls.__annotations__:
            if field in owners:
                words = f"{field} is a field of {owners[field]} already; name it otherwise"
                raise parts.broken(part, words, place=cls.__module__)
            owners[field] = f"{parts.noun} {part!r}"
    space = {"__doc__": base.__doc__, "__module__": module, "__qualname__": name}
    made: type[T] = dataclass(type(name, (*added.values(), base), space))  # unfrozen: a schema of the configuration
    return made
