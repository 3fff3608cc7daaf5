"""The border between the core and the extensions: what the core needs is in the core."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from standins.sources import ROOMS, ROOT, sources

EXTENSIONS = sorted(path.name for path in (ROOT / "extensions").iterdir() if path.is_dir() and path.name[0] not in "._")
CORE = tuple(room for room in ROOMS if room != "extensions")
DOTTED = re.compile(r"\bextensions[./](\w+)")  # of a module or a path, also within a text
# What still leads from the core into an extension, and between extensions. Each line is a door to be made.
INTO: set[tuple[str, str]] = set()
BETWEEN: set[tuple[str, str]] = set()


@cache
def named(path: Path) -> frozenset[str]:
    """The extensions that a file names in an import or in a text that is no docstring."""
    return frozenset(
        name for text in _texts(ast.parse(path.read_text(encoding="utf-8"))) for name in DOTTED.findall(text)
    )


def _texts(tree: ast.Module) -> Iterator[str]:
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module or ''}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


def test_the_core_names_no_extension() -> None:
    found = {(path.relative_to(ROOT).as_posix(), name) for path in sources(*CORE) for name in named(path)}
    assert found == INTO, "a line too many is a door that was made: take it from the list"


@pytest.mark.parametrize("extension", EXTENSIONS)
def test_an_extension_names_no_other(extension: str) -> None:
    found = {name for path in sources(f"extensions/{extension}") for name in named(path)} - {extension}
    assert found == {other for one, other in BETWEEN if one == extension}


def test_a_name_is_seen_however_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "file.py"
    file.write_text(
        '"""Of extensions/said."""\nfrom ragatta.extensions.one import x\nimport ragatta.extensions.two.y\n'
        "def late():\n    import_module('ragatta.extensions.three.z')\n    return ROOT / 'extensions/four'\n"
        "from ragatta.extensions import five\n"
    )
    assert named(file) == {"one", "two", "three", "four", "five"}
