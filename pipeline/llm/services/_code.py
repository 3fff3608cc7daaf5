"""What a module outside is made of: the sources that it imports from its folder, and versions of packages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.metadata import packages_distributions, version
from importlib.util import find_spec
from pathlib import Path

from ragatta.pipeline.identity import digest, file_digest


def code_of(module: str) -> str:
    """Digest of the module's file, of those that it imports, directly or not, from the folder that it is imported from,
    and of the versions of the installed packages that any of them imports."""
    file = _file(module)
    if file is None:
        return ""
    root = file.parents[module.count(".") + (file.name == "__init__.py")]
    files, packages, waiting = set[Path](), set[str](), [file]
    while waiting:
        if (one := waiting.pop()) in files:
            continue
        files.add(one)
        for name in _imports(one, root):
            other = _file(name)
            if other is not None and other.is_relative_to(root) and "site-packages" not in other.parts:
                waiting.append(other)
            else:
                packages.add(name.partition(".")[0])
    known = packages_distributions()
    versions = {name: version(name) for package in packages for name in known.get(package, ())}
    return digest([sorted((path.relative_to(root).as_posix(), file_digest(path)) for path in files), versions])


def _imports(file: Path, root: Path) -> Iterator[str]:
    """Dotted names that may be modules."""
    package = file.relative_to(root).parent.parts
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            name = ".".join([*above, *([node.module] if node.module else [])])
            yield from (name, *(f"{name}.{alias.name}" for alias in node.names))


def _file(module: str) -> Path | None:
    try:
        spec = find_spec(module) if module else None
    except (ImportError, ValueError, AttributeError):  # a name within a module, and no module
        return None
    return Path(spec.origin).resolve() if spec and spec.origin and spec.origin.endswith(".py") else None
