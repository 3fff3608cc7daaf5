"""Techniques are found by file name: `parsers/pdfium.py` is the parser `pdfium`.

Adding a technique is adding a file; no list has to be edited, and so no other technique's identity changes.
"""

from __future__ import annotations

import difflib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent


def names(room: str) -> tuple[str, ...]:
    """The techniques in a room (a folder of pipeline/, such as "parsers" or "llm/backends"), sorted."""
    entries = (ROOT / room).iterdir()
    found = {e.stem for e in entries if e.suffix == ".py" or (e / "__init__.py").is_file()}
    return tuple(sorted(name for name in found if not name.startswith("_")))


def load(room: str, name: str, module: str = "") -> ModuleType:
    """The technique's module, or `module` where one is named. Raises ValueError naming the near ones if there is none
    of that name."""
    if module:
        return import_module(module)
    if name not in names(room):
        raise ValueError(f"unknown {room.rpartition('/')[2].rstrip('s')} {name!r}; {suggestion(name, names(room))}")
    return import_module(f"pipeline.{room.replace('/', '.')}.{name}")


def is_known(room: str, name: str, module: str = "") -> bool:
    """Whether there is such a technique; `module` is where one stands that is in no room."""
    return find_spec(module) is not None if module else name in names(room)


def suggestion(name: str, known: tuple[str, ...] | list[str]) -> str:
    """A hint for an unknown name: the nearest known ones, else all of them."""
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.6)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"known: {', '.join(known)}" if len(known) <= 30 else f"none of the {len(known)} known ones is near it"
