"""Plug-ins are found by file name: `pipeline/documents/parsers/pdfium.py` is the parser `pdfium`.

A new plug-in is a new file. No list has to be edited, so no other plug-in's identity changes.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Generic, Protocol, TypeVar, cast

ROOT = Path(__file__).parent.parent
PACKAGE = __name__.partition(".")[0]
P = TypeVar("P")


@cache
def names(room: str) -> tuple[str, ...]:
    """The plug-ins in a room (a folder of the clone, such as "pipeline/documents/parsers"), sorted."""
    entries = (ROOT / room).iterdir()
    found = {e.stem for e in entries if e.suffix == ".py" or (e / "__init__.py").is_file()}
    return tuple(sorted(name for name in found if not name.startswith("_")))


@dataclass(frozen=True)
class Kind(Generic[P]):
    """A kind of plug-in: its `room`, a folder of the clone, and the protocol that each module in it follows."""

    room: str
    protocol: type[P]

    def names(self) -> tuple[str, ...]:
        """The plug-ins of this kind, sorted."""
        return names(self.room)

    def knows(self, name: str, module: str = "") -> bool:
        """Whether the plug-in exists. `module` is its Python module if it is outside the room."""
        return _is_there(module) if module else name in self.names()

    def load(self, name: str, module: str = "") -> P:
        """The plug-in's module. Raises ValueError for an unknown name, with the similar ones, and for a module that
        does not follow the protocol, with what it lacks."""
        if not module and name not in self.names():
            what = self.room.rpartition("/")[2].rstrip("s")
            raise ValueError(f"unknown {what} {name!r}; {suggestion(name, self.names())}")
        found = import_module(module or self.module(name))
        if missing := [member for member in _members(self.protocol) if not hasattr(found, member)]:
            raise ValueError(
                f"{found.__name__} does not implement {self.protocol.__name__}: it lacks {', '.join(missing)}"
            )
        return cast(P, found)

    def module(self, name: str) -> str:
        """The Python module of a plug-in of the room."""
        return f"{PACKAGE}.{self.room.replace('/', '.')}.{name}"


def _is_there(module: str) -> bool:
    """Whether it can be imported. This imports its parent packages, but not the module itself."""
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError, AttributeError):  # a parent is missing, or it is no name of a module
        return False


def _members(protocol: type) -> Iterator[str]:
    """What a class that follows the protocol must have."""
    for base in protocol.__mro__:
        if getattr(base, "_is_protocol", False) and base is not Protocol:
            named = {**vars(base).get("__annotations__", {}), **vars(base)}
            yield from (name for name in named if not name.startswith("_"))


def suggestion(name: str, known: tuple[str, ...] | list[str]) -> str:
    """A hint for an unknown name: the similar known ones, else all of them."""
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.6)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"known: {', '.join(known)}" if len(known) <= 30 else f"none of the {len(known)} known ones is similar"
