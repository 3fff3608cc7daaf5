"""What the rooms of tests/standins/commands.py do as they are imported is the same for every command."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from standins.commands import ROOMS, ROOT

# Names by which a module reads the environment, the folder, the arguments or the terminal of its process.
READERS = {"environ", "environb", "getenv", "getcwd", "cwd", "home", "expanduser", "argv", "isatty", "getpid", "time"}


def at_import(node: ast.AST) -> Iterator[ast.AST]:
    """Everything that runs as a module is imported: not what stands in functions, but their defaults and decorators."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        parts: list[ast.AST] = [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
    elif isinstance(node, ast.Lambda):
        parts = [*node.args.defaults]
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):  # a setting for others reads nothing
        parts = [node.slice]
    else:
        yield node
        parts = [*ast.iter_child_nodes(node)]
    for part in parts:
        yield from at_import(part)


def read(source: str) -> set[str]:
    return {
        node.attr if isinstance(node, ast.Attribute) else node.func.id
        for node in at_import(ast.parse(source))
        if (isinstance(node, ast.Attribute) and node.attr in READERS)
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in READERS)
    }


@pytest.mark.parametrize("room", ROOMS)
def test_nothing_is_read_of_the_process_that_imports(room: str) -> None:
    found = {
        path.relative_to(ROOT).as_posix(): names
        for path in (ROOT / room).rglob("*.py")
        if (names := read(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_what_is_read_as_a_module_is_imported_is_seen() -> None:
    assert read("import os\nHOME = os.environ['HOME']\n") == {"environ"}
    assert read("from os import getenv\nclass A:\n    home: str = getenv('HOME')\n") == {"getenv"}
    assert read("import os\nos.environ['A'] = os.environ['B']\n") == {"environ"}
    assert not read("import os\nos.environ['A'] = '1'\n")
    assert read("def f(where=Path.cwd()):\n    return os.environ\n") == {"cwd"}
