"""Settings that extensions bring: a class of the configuration is extended by classes that derive from it, one a file
of a kind. Each adds fields, and says by methods of the base what they change; with the extension they are gone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from ragatta.pipeline.plugins.registry import Kind

T = TypeVar("T")


def extended(kind: str, base: type[T], module: str, name: str) -> type[T]:
    """The class with the fields of all classes of that kind, which call each other by `super()`: `module` and `name`
    are where it stands. Raises BrokenPart for a file that does not define one."""
    parts = Kind(kind)
    bases = (*(parts.defined(name_of_part, base) for name_of_part in parts.names()), base)
    space = {"__doc__": base.__doc__, "__module__": module, "__qualname__": name}
    made: type[T] = dataclass(type(name, bases, space))  # unfrozen: a schema of the configuration
    return made
