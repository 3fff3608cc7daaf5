"""Finds the source files that a module imports, directly or not, by reading the source.

Of a plug-in from outside the clone, the files of its own top-level package count too, and no other package's. Imports
inside functions count; imports under TYPE_CHECKING do not, because they do not run. Modules that are imported
by a computed name (plug-ins) are not found; callers add them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ragatta.pipeline.machine.installation import ROOT

PACKAGE = __name__.partition(".")[0]
BODIES = ("body", "orelse", "finalbody", "handlers", "cases")  # of a statement


def reached(*modules: str) -> tuple[Path, ...]:
    """The files of these modules and of all modules that they reach below the clone's root, or in the packages of those
    modules that are outside it, sorted. Raises ValueError for a module that is not there."""
    packages = tuple(sorted({_top(module) for module in modules if not _file(module)}))
    found: set[Path] = set()
    waiting = [_file(module, packages) for module in modules]
    if None in waiting:
        raise ValueError(f"no such Python module: {modules[waiting.index(None)]}")
    while waiting:
        file = waiting.pop()
        if file is not None and file not in found:
            found.add(file)
            waiting += imports(file, packages)
    return tuple(sorted(found))


def source_of(module: str) -> Path:
    """The file of a module. Raises ValueError for one that is not there."""
    if (file := _file(module, (_top(module),))) is None:
        raise ValueError(f"no such Python module: {module}")
    return file


def is_outside(module: str) -> bool:
    """Whether the module does not stand below the clone's root."""
    return _file(module) is None


def place(file: Path, *modules: str) -> str:
    """Where a file that `modules` reach stands: below the clone's root, or below the folder that holds its package."""
    packages = tuple(_top(module) for module in modules if is_outside(module))
    return file.relative_to(_root(file, packages)).as_posix()


@cache
def imports(file: Path, packages: tuple[str, ...] = ()) -> tuple[Path, ...]:
    """The files of the clone and of `packages` that a file imports, and the `__init__.py` of the packages above
    them."""
    if file.suffix != ".py":  # compiled: it counts by its bytes
        return ()
    parents = {parent for name in _imported(file, packages) for parent in (name, *_above(name))}
    return tuple(sorted({found for name in parents if (found := _file(name, packages))}))


def _above(name: str) -> Iterator[str]:
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


def _imported(file: Path, packages: tuple[str, ...]) -> Iterator[str]:
    """Dotted names that may be modules."""
    root = _root(file, packages)
    package = (*((PACKAGE,) if root == ROOT else ()), *file.relative_to(root).parent.parts)
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


def _top(module: str) -> str:
    return module.partition(".")[0]


def _file(module: str, packages: tuple[str, ...] = ()) -> Path | None:
    if module == PACKAGE:  # what it offers to programs decides no answer
        return None
    roots = _folders(_top(module)) if _top(module) in packages else ()
    return _own_file(module) or next(
        (file for root in roots for file in _candidates(root, module) if file.is_file()), None
    )


@cache
def _own_file(module: str) -> Path | None:
    """The module's file below the clone's root, where the same names are looked for again and again."""
    own = module.removeprefix(f"{PACKAGE}.")
    return next((file for file in _candidates(ROOT, own) if file.is_file()), None)


def _candidates(root: Path, module: str) -> tuple[Path, ...]:
    at = root.joinpath(*module.split("."))
    compiled = () if root == ROOT else tuple(sorted(at.parent.glob(f"{at.name}.*.so")))
    return (at.with_suffix(".py"), at / "__init__.py", *compiled)


def _root(file: Path, packages: tuple[str, ...]) -> Path:
    """The folder that a file's dotted name begins below."""
    folders = (root for package in packages for root in _folders(package) if file.is_relative_to(root / package))
    single = (root for package in packages for root in _folders(package) if file.parent == root)
    return next(folders, None) or next(single, ROOT)


@cache
def _folders(package: str) -> tuple[Path, ...]:
    """The folders that hold a top-level package or module that can be imported."""
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        spec = None
    if spec is None:
        return ()
    places = spec.submodule_search_locations or ([spec.origin] if spec.origin else [])
    return tuple(Path(place).parent for place in places)
