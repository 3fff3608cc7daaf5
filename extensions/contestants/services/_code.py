"""What a module outside is made of: the sources that it imports, and versions of packages."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.metadata import packages_distributions, version
from importlib.util import find_spec
from pathlib import Path

from ragatta.pipeline.plugins.identity import digest, file_digest

INSTALLED = frozenset(("site-packages", "dist-packages"))


def code_of(module: str) -> str:
    """Digest of the module's file, of those that it imports, directly or not, with the packages that they are in, and
    of the versions of the installed packages that any of them imports."""
    if _file(module) is None:
        return ""
    files, packages = dict[str, Path](), set[str]()
    seen, waiting = set[str](), [module]
    while waiting:
        if (name := waiting.pop()) in seen:
            continue
        seen.add(name)
        top, *_ = name.split(".")
        if name != module and not _is_own(top):
            packages.add(top)
            continue
        waiting += [name.rpartition(".")[0]] if "." in name else []
        if file := _file(name):
            files[name] = file
            waiting += _imports(file, name)
    versions = {name: version(name) for package in packages for name in _distributions().get(package, ())}
    return digest([sorted((name, file_digest(path)) for name, path in files.items()), versions])


@cache
def _distributions() -> Mapping[str, list[str]]:
    """The installed distributions by the packages that they hold."""
    return packages_distributions()


def _is_own(top: str) -> bool:
    """Whether a module is neither Python's, nor installed, nor Ragatta's."""
    spec = None if top in sys.stdlib_module_names or top == "ragatta" else _spec(top)
    if spec is None:
        return False
    places = [spec.origin] if spec.has_location and spec.origin else spec.submodule_search_locations or []
    return bool(places) and all(INSTALLED.isdisjoint(Path(place).resolve().parts) for place in places)


def _imports(file: Path, name: str) -> Iterator[str]:
    """Dotted names that may be modules."""
    package = name.split(".") if file.name == "__init__.py" else name.split(".")[:-1]
    try:
        nodes = ast.walk(ast.parse(file.read_bytes()))
    except (SyntaxError, ValueError):  # imported where it is not reached, else it could not be asked
        return
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            found = ".".join([*above, *([node.module] if node.module else [])])
            yield from (found, *(f"{found}.{alias.name}" for alias in node.names))


def _file(module: str) -> Path | None:
    spec = _spec(module)
    return Path(spec.origin).resolve() if spec and spec.origin and spec.origin.endswith(".py") else None


def _spec(module: str) -> ModuleSpec | None:
    try:
        return find_spec(module) if module else None
    except (ImportError, ValueError, AttributeError):  # a name within a module, and no module
        return None
