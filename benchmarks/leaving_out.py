"""Takes files out by their functions, and notes which functions have a part in a reply."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import MISSING, fields, is_dataclass
from functools import partial, wraps
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, get_type_hints

from pydantic import BaseModel

NAMES = {"list": [], "Sequence": (), "tuple": (), "Iterator": (), "Iterable": (), "dict": {}, "Mapping": {},
         "set": set(), "frozenset": frozenset(), "bool": False, "str": ""}  # fmt: skip


class Parts:
    """The functions that had a part in a reply: those that gave something else than nothing."""

    def __init__(self, modules: Sequence[ModuleType]) -> None:
        self._modules = modules
        self.names = set[str]()

    def begin(self) -> None:
        """For another reply. What functions remember is forgotten, or it would not show who had a part in it."""
        self.names.clear()
        forget(self._modules)


def files_of(backend: str) -> dict[str, ModuleType]:
    """The modules of the extension that a backend is of, by their path."""
    folder = Path(str(import_module(backend).__file__)).parents[1]
    package = backend.rsplit(".", 2)[0]
    files = [file.relative_to(folder) for file in sorted(folder.rglob("*.py"))]
    files = [file for file in files if file.parts[0] != "tests"]
    names = {file.as_posix(): [package, *file.with_suffix("").parts] for file in files}
    return {name: import_module(".".join(parts).removesuffix(".__init__")) for name, parts in names.items()}


def lines_of(module: ModuleType) -> int:
    return len(Path(str(module.__file__)).read_text(encoding="utf-8").splitlines())


def functions(module: ModuleType) -> dict[FunctionType, Callable[..., Any]]:
    """The public functions of a module, each with what stands in for it."""
    own = [found for name, found in vars(module).items() if not name.startswith("_") and _is_own(found, module)]
    made = {getattr(found, "__wrapped__", found): nothing(found) for found in own}
    return {found: stand_in for found, stand_in in made.items() if stand_in is not None}


def _is_own(found: Any, module: ModuleType) -> bool:
    return callable(found) and not inspect.isclass(found) and getattr(found, "__module__", "") == module.__name__


def name_of(function: FunctionType) -> str:
    return f"{function.__module__}.{function.__name__}"


def nothing(function: Any) -> Callable[..., Any] | None:
    """A function that gives nothing of the return type, or its first argument where that has this type; None where
    neither can be. Nothing of a model's reply is one without its required fields: what an agent cannot use, so that its
    fallback counts."""
    signature = inspect.signature(function)
    returned = str(signature.return_annotation)
    parameters = list(signature.parameters.values())
    if parameters and str(parameters[0].annotation) == returned:
        return lambda *given, **named: given[0] if given else named[parameters[0].name]
    if returned.endswith("None"):
        return lambda *_, **__: None
    outer = returned.partition("[")[0]
    if outer in NAMES:
        empty = NAMES[outer]
        return (lambda *_, **__: iter(())) if outer == "Iterator" else (lambda *_, **__: copy(empty))
    made = get_type_hints(function)["return"]
    if isinstance(made, type) and issubclass(made, BaseModel):
        return lambda *_, **__: made.model_construct()
    if isinstance(made, type) and is_dataclass(made) and all(one.default is not MISSING for one in fields(made)):
        return lambda *_, **__: made()
    return None


@contextmanager
def without(modules: Sequence[ModuleType]) -> Iterator[None]:
    """The backend without the functions of these modules, wherever they were imported to."""
    of = {found: stand_in for module in modules for found, stand_in in functions(module).items()}
    with replaced({found: partial(_instead, stand_in) for found, stand_in in of.items()}):
        yield


def _instead(stand_in: Callable[..., Any], _: Any) -> Callable[..., Any]:
    return stand_in


@contextmanager
def recording(modules: Sequence[ModuleType]) -> Iterator[Parts]:
    """Each function of the modules that gives something else than nothing is noted."""
    parts = Parts(modules)
    of = {found: stand_in for module in modules for found, stand_in in functions(module).items()}
    with replaced({found: _noting(found, stand_in, parts.names) for found, stand_in in of.items()}):
        yield parts


def _noting(function: FunctionType, stand_in: Callable[..., Any], parts: set[str]) -> Callable[[Any], Any]:
    name = name_of(function)

    def around(held: Any) -> Any:
        @wraps(function)
        def noted(*given: Any, **named: Any) -> Any:
            result = held(*given, **named)
            if name not in parts and (isinstance(result, Iterator) or result != stand_in(*given, **named)):
                parts.add(name)
            return result

        noted.cache_clear = getattr(held, "cache_clear", lambda: None)  # type: ignore[attr-defined]
        return noted

    return around


@contextmanager
def replaced(of: Mapping[FunctionType, Callable[[Any], Any]]) -> Iterator[None]:
    """The functions, wherever they were imported to, as these make them from what stands there."""
    packages = {found.__module__.partition(".")[0] for found in of}
    places = [module for name, module in sys.modules.items() if name.partition(".")[0] in packages]
    kept: list[tuple[ModuleType, str, Any]] = []
    for place in places:
        for name, held in list(vars(place).items()):
            bare = getattr(held, "__wrapped__", held)
            if isinstance(bare, FunctionType) and bare in of:
                kept.append((place, name, held))
                setattr(place, name, of[bare](held))
    forget(places)
    try:
        yield
    finally:
        for place, name, held in kept:
            setattr(place, name, held)
        forget(places)


def forget(modules: Sequence[ModuleType]) -> None:
    """Empties what functions remember."""
    for module in modules:
        for held in list(vars(module).values()):
            if hasattr(held, "cache_clear"):
                held.cache_clear()
