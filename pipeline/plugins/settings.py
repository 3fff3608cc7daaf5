"""Settings that extensions bring: a class of the configuration is extended by classes that derive from it, one a file
of a kind. Each adds fields, and says by methods of the base what they change; with the extension they are gone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from ragatta.pipeline.plugins.registry import Kind

T = TypeVar("T")


def extended(kind: str, base: type[T], module: str, name: str) -> type[T]:
    """The class with the fields of all classes of that kind, which call each other by `super()`: `module` and `name`
    are where it stands. Raises BrokenPart for a file that does not define one."""
    bases = (*(_class_in(Kind(kind), one, base) for one in Kind(kind).names()), base)
    space = {"__doc__": base.__doc__, "__module__": module, "__qualname__": name}
    made: type[T] = dataclass(type(name, bases, space))  # unfrozen: a schema of the configuration
    return made


def _class_in(kind: Kind, name: str, base: type[Any]) -> type[Any]:
    module = kind.imported(name)
    found = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__]
    found = [one for one in found if issubclass(one, base)]
    if len(found) != 1:
        words = f"{module.__name__} defines {len(found)} classes of {base.__name__}, not one"
        raise kind.broken(name, words, place=getattr(module, "__file__", None) or "")
    return found[0]
