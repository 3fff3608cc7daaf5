"""A technique: one module with one frozen dataclass. Its fields are its settings, with types and defaults; its methods
are what it does; the module's name is its own, unless a package offers it under another.

    @dataclass(frozen=True)
    class Similar(Window):
        similarity: float = 0.5

What identifies it is the class and the values of its fields, but those that are made with `apart`.
"""

from __future__ import annotations

import sys
from abc import ABC
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from importlib.util import find_spec
from inspect import isabstract
from typing import Any, ClassVar, Generic, TypeVar

from ragatta.pipeline.plugins.checks import at_least, one_of, plain
from ragatta.pipeline.plugins.former import Former
from ragatta.pipeline.plugins.protocols import brief_value, unlike
from ragatta.pipeline.plugins.registry import LOADED, Kind

TRIED = "tried"  # marks a setting that `tried` made: by stage, the values worth trying
APART = "apart"  # marks a setting that `apart` made
VARIABLE = "variable"  # marks a setting that an environment variable says: its name, and the value where it is not set
NAME = "name"


def apart(**options: Any) -> Any:
    """The field of a setting that changes no result, such as a server's address; `options` as to dataclasses.field."""
    return field(metadata={APART: True}, **options)


def tried(default: Any, **values: tuple[Any, ...]) -> Any:
    """The field of a setting, with the values worth trying where a stage loses most, from the nearest on:
    `tried(5, retrieval=(10, 20), context=(3,))`. Stages: routing, planning, retrieval, context, reading, reader."""
    return field(default=default, metadata={TRIED: values})


@dataclass(frozen=True)
class Technique(ABC):  # noqa: B024 - its kinds have them
    """What every technique is. `KEY` is where its settings stand in a configuration, such as retrieval."""

    KEY: ClassVar[str] = ""
    HELPS: ClassVar[tuple[str, ...]] = ()  # the stages, as `tried` has them, for which it is worth choosing
    ASKS_A_MODEL: ClassVar[bool] = False
    FORMER: ClassVar[Mapping[str, Former]] = {}  # settings of earlier versions, by name

    @property
    def name(self) -> str:
        """As a configuration names it."""
        return name_of(type(self))

    @property
    def identity(self) -> dict[str, Any]:
        """All that can change a result, as JSON values."""
        kept = {each.name: getattr(self, each.name) for each in fields(self) if not each.metadata.get(APART)}
        return {NAME: self.name} | {name: _identity(value) for name, value in kept.items()}

    def own(self) -> dict[str, Any]:
        """Its own settings, by name."""
        handed = self.handed()
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name not in handed}

    @classmethod
    def handed(cls) -> tuple[str, ...]:
        """Its fields that a configuration says elsewhere."""
        return ()

    def problems(self) -> list[str]:
        """What is wrong with its settings, each fault with its fix; empty where nothing is."""
        return []

    def stated(self) -> list[str]:
        """The `problems`. Raises BrokenPart where a part from outside returns something else than a list of texts."""
        found: Any = self.problems()
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            kind, name = LOADED[type(self).__module__]
            raise kind.broken(name, f"problems returned {brief_value(found)}, not a list of texts", self.problems)
        return found

    @property
    def needs(self) -> str:
        """What it needs that may not be here, as its module says in NEEDS."""
        return str(getattr(sys.modules[type(self).__module__], "NEEDS", ""))

    def lacking(self) -> list[str]:
        """The fault of a package that its module names in PACKAGES and that is not here."""
        here = all(find_spec(name) for name in getattr(sys.modules[type(self).__module__], "PACKAGES", ()))
        return [] if here else [f"{self.KEY}={self.name} needs a package: {self.needs}"]

    def least(self, **bounds: float) -> list[str]:
        """The faults of numbers that must be at least so large."""
        return [
            each for name, low in bounds.items() for each in at_least(f"{self.KEY}.{name}", getattr(self, name), low)
        ]

    def shares(self, *names: str) -> list[str]:
        """The faults of numbers that must be from 0 to 1."""
        values = {name: getattr(self, name) for name in names}
        return [
            f"{self.KEY}.{name} ({value}) must be a number from 0 to 1"
            for name, value in values.items()
            if not 0 <= value <= 1
        ]

    def among(self, name: str, *known: str) -> list[str]:
        """The fault of a text that must be one of those known."""
        return one_of(f"{self.KEY}.{name}", getattr(self, name), known)


def _identity(value: Any) -> Any:
    if isinstance(value, Technique):
        return value.identity
    return plain(value) if is_dataclass(value) else value


T = TypeVar("T", bound=Technique)
_names: dict[type, str] = {}  # of those that are offered under another name than their module's


def name_of(technique: type) -> str:
    """The name of a technique's class."""
    return _names.get(technique) or technique.__module__.rpartition(".")[2].rstrip("_")


_kinds: dict[type, Techniques[Any]] = {}  # by the class that all of a kind are


def kind_of(technique: Technique) -> Techniques[Any]:
    """The kind that a technique is of."""
    return next(_kinds[base] for base in type(technique).__mro__ if base in _kinds)


@dataclass(frozen=True)
class Techniques(Kind, Generic[T]):
    """A kind of techniques, and the class that all of them are."""

    base: type[T]

    def __post_init__(self) -> None:
        _kinds[self.base] = self

    def load(self, name: str) -> type[T]:
        """The class. Raises ValueError for an unknown name, BrokenPart for a module that defines none or several."""
        technique = self.defined(name, self.base)
        if lacking := _lacking(technique):
            place = getattr(sys.modules[technique.__module__], "__file__", None) or ""
            raise self.broken(name, f"{technique.__name__} {lacking}", place=place)
        if name_of(technique) != name:
            _names[technique] = name
        return technique

    def written(self, settings: Mapping[str, Any]) -> T:
        """The technique of a name and settings, as `plain` writes them. Raises ValueError, TypeError."""
        values = dict(settings)
        return self.load(values.pop(NAME))(**values)


def _lacking(technique: type[Technique]) -> str:
    if "__dataclass_params__" not in vars(technique) or not vars(technique)["__dataclass_params__"].frozen:
        return "is no frozen dataclass"
    if isabstract(technique):
        return f"lacks {', '.join(sorted(technique.__abstractmethods__))}"
    return f"declares wrongly: {'; '.join(wrong)}" if (wrong := [*unlike(technique)]) else ""
