"""Finds the source files that a module imports, directly or not, by reading the source.

Imports inside functions count; imports under TYPE_CHECKING do not, because they do not run. Modules that are imported
by a computed name (plug-ins) are not found; callers add them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PACKAGE = __name__.partition(".")[0]
BODIES = ("body", "orelse", "finalbody", "handlers", "cases")  # of a statement


def reached(*modules: str) -> tuple[Path, ...]:
    """The files of these modules and of all modules that they reach below the clone's root, sorted. Raises ValueError
    for a module that is not there."""
    found: set[Path] = set()
    waiting = [_file(module) for module in modules]
    if None in waiting:
        raise ValueError(f"no module of this clone: {modules[waiting.index(None)]}")
    while waiting:
        file = waiting.pop()
        if file is not None and file not in found:
            found.add(file)
            waiting += imports(file)
    return tuple(sorted(found))


@cache
def imports(file: Path) -> tuple[Path, ...]:
    """The files of the clone that a file imports, and the `__init__.py` of the packages above them."""
    parents = {parent for name in _imported(file) for parent in (name, *_above(name))}
    return tuple(sorted({found for name in parents if (found := _file(name))}))


def _above(name: str) -> Iterator[str]:
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


def _imported(file: Path) -> Iterator[str]:
    """Dotted names that may be modules."""
    package = (PACKAGE, *file.relative_to(ROOT).parent.parts)
    nodes: list[Any] = [ast.parse(file.read_text(encoding="utf-8"))]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from (module, *(f"{module}.{alias.name}" for alias in node.names))
        elif isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            nodes += node.orelse
        else:  # statements hold statements, expressions hold none
            nodes += (inner for part in BODIES for inner in getattr(node, part, ()))


def _file(module: str) -> Path | None:
    place = ROOT.joinpath(*module.removeprefix(f"{PACKAGE}.").split("."))
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()), None)
