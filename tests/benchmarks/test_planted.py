"""Each planted fault takes the place of code that there is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from inspect import unwrap
from types import ModuleType
from typing import Any

import pytest

from benchmarks.planted import PLANTED, QUIET, Plant
from ragatta.experiments.paths import ROOT

PLANTS = [plant for plant in (*PLANTED, *QUIET) if plant.file]


def set_by(code: str) -> Iterator[str]:
    """The dotted names that a plant sets."""
    for node in ast.parse(code).body:
        named = [node.name] if isinstance(node, ast.FunctionDef) else []
        named += [ast.unparse(target) for target in node.targets] if isinstance(node, ast.Assign) else []
        yield from named


def code_of(module: ModuleType, name: str) -> Any:
    """The code below a dotted name; None where there is none."""
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
    return getattr(unwrap(found), "__code__", None) if callable(found) else None


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.name)
def test_a_plant_takes_the_place_of_something(plant: Plant) -> None:
    own = import_module(f"ragatta.{plant.file.removesuffix('.py').replace('/', '.')}")
    planted = ModuleType(own.__name__)
    source = (ROOT / plant.file).read_text(encoding="utf-8")
    exec(compile(f"{source}\n\n{plant.code}", plant.file, "exec", dont_inherit=True), vars(planted))
    replaced = [name for name in set_by(plant.code) if code_of(own, name)]
    assert replaced
    assert all(name in replaced for name in set_by(plant.code) if not name.startswith("_"))
    assert all(code_of(own, name) != code_of(planted, name) for name in replaced)
