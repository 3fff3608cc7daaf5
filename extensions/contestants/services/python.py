"""A callable of your own in this process: a function, or an object with `invoke`, `query`, `run` or `__call__`.

So a LangChain Runnable, a LlamaIndex query engine and a Haystack Pipeline are asked as they are. `options.target` is
`module:attribute`; the module is looked for in `options.folder` too, by default the current one. A reply of any type is
read as JSON: models of pydantic, dataclasses and plain objects by their fields.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import json
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from uuid import uuid4

from pydantic import BaseModel

from ragatta.extensions.contestants.services import Service
from ragatta.pipeline.llm.failure_kinds import failure_kind
from ragatta.pipeline.llm.seam import (
    Completion,
    ModelError,
    ModelIdentity,
    ModelTimeout,
    ModelUnavailable,
    Request,
    UnusableReply,
)
from ragatta.pipeline.machine.clock import running_time
from ragatta.pipeline.plugins.identity import digest, file_digest
from ragatta.pipeline.plugins.identity import digest as digest_of
from ragatta.pipeline.plugins.registry import distributions_by_package

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
    versions = {name: version(name) for package in packages for name in distributions_by_package().get(package, ())}
    return digest([sorted((name, file_digest(path)) for name, path in files.items()), versions])


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


WAYS = ("invoke", "query", "run")  # LangChain, LlamaIndex, Haystack
NO_CALLABLE = f"no function, nor an object with {', '.join(WAYS)} or __call__"
DEPTH = 12  # of objects in one another
# What a callable raised: of its own network, or its own fault.
_LOST = {"not_answered": ModelError, "timed_out": ModelTimeout, "answered_badly": UnusableReply}
WINDOW = 10**7  # tokens: a question always fits
TARGET = "architecture.service.options.target"
GIVEN = "<given>"  # the module in the target of an object that was handed in
_known: dict[str, str] = {}  # by its name, the digest of a module when it was imported
_given: dict[str, tuple[Any, str]] = {}  # by its name: the object, and its digest


@dataclass(frozen=True)
class Python(Service):
    """As the module says. Whether yours may be called from several threads only you know: runner.workers says so."""

    def connect(self) -> Callee:
        """Imports the module. Raises ModelUnavailable, with the fix, where there is no such callable."""
        target = str(self.options.get("target", ""))
        module, colon, attribute = target.partition(":")
        if not (module and colon and attribute):
            raise ModelUnavailable(f"{TARGET} ({target!r}) must be module:function, or module:object")
        if module == GIVEN:
            if attribute not in _given:
                raise ModelUnavailable(f"{attribute} was handed to ragatta.sweep as an object; hand it in again")
            found, digest = _given[attribute]
        else:
            found, code = _imported(target, str(self.options.get("folder", "."))), code_of(module)
            digest = digest_of([target, code])
            if _known.setdefault(module, code) != code:
                raise ModelUnavailable(
                    f"{TARGET}: the code of {module} has changed since this process imported it; start the program, or "
                    "the notebook's kernel, again"
                )
        if (call := call_of(found)) is None:
            raise ModelUnavailable(f"{TARGET}: {target} is {NO_CALLABLE}; name one")
        return Callee(target, call, digest, self.model)


@dataclass
class Callee:
    """A backend over a callable."""

    target: str
    call: Callable[[Any], Any]
    digest: str
    model: str
    cacheable: bool = True

    def identity(self, model: str | None = None) -> ModelIdentity:
        """Its version, else its name, and the digest of its name, its code and the versions of the packages that this
        imports."""
        return ModelIdentity("python", model or self.model or self.target, self.digest)

    def context_window(self, model: str | None = None) -> int:  # noqa: ARG002
        return WINDOW

    def check_tools(self, model: str | None = None) -> None:
        """Nobody offers it tools."""

    def complete(self, request: Request) -> Completion:
        """What it returns, as a JSON text. Raises ModelError for whatever it raises."""
        question = json.loads(request.messages[-1].content)
        start = running_time()
        try:
            result = self.call(question)
            if inspect.isawaitable(result):
                result = _awaited(result)
        except (Exception, SystemExit) as error:
            raise _LOST[failure_kind(error)](f"{self.target} raised {type(error).__name__}: {error}") from error
        if isinstance(result, Iterator | AsyncIterator):
            raise UnusableReply(f"{self.target} returned a stream; let it return the whole answer")
        try:
            text = json.dumps(as_json(result), ensure_ascii=False, allow_nan=False)
        except ValueError as error:
            raise UnusableReply(f"{self.target} returned what cannot be read as JSON: {error}") from error
        return Completion(text, 0, 0, running_time() - start)


def _awaited(awaitable: Awaitable[Any]) -> Any:
    """All coroutines run in one event loop: clients that they open are bound to it."""
    with _starting:
        loop = _loop()
    result, error = asyncio.run_coroutine_threadsafe(_outcome(awaitable), loop).result()
    if error:
        raise error
    return result


async def _outcome(awaitable: Awaitable[Any]) -> tuple[Any, BaseException | None]:
    try:
        return await awaitable, None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - raised by the caller; SystemExit would end the loop
        return None, error


_starting = threading.Lock()


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="coroutines", daemon=True).start()
    return loop


def as_json(value: Any, within: tuple[int, ...] = ()) -> Any:
    """A value as JSON has it, bytes as UTF-8; None where objects are in themselves, or deeper than DEPTH in others."""
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, bytes | bytearray):
        return value.decode()
    if id(value) in within or len(within) == DEPTH:
        return None
    inside = (*within, id(value))
    if isinstance(value, Mapping):
        return {str(name): as_json(part, inside) for name, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_json(part, inside) for part in value]
    return str(value) if callable(value) else as_json(_fields_of(value), inside)


def _fields_of(value: Any) -> Any:
    if is_dataclass(value):
        return {part.name: getattr(value, part.name) for part in fields(value)}
    if isinstance(value, BaseModel):
        return {name: getattr(value, name) for name in type(value).model_fields}
    attributes = getattr(value, "__dict__", None)
    return {name: part for name, part in attributes.items() if not name.startswith("_")} if attributes else str(value)


def call_of(target: Any) -> Callable[[Any], Any] | None:
    """How an object is asked; None where it cannot be."""
    way = next((way for way in WAYS if callable(getattr(target, way, None))), "")
    call = getattr(target, way) if way else target
    return call if callable(call) and not isinstance(target, type) else None


def give(name: str, target: Any, version: str = "") -> str:
    """Hands in an object of this process by a name; the `target` that stands for it. Its identity is its version and
    the source of its function or class; without a version nobody knows what it depends on, and it is new each time."""
    _given[name] = target, digest_of([version, _source(target)]) if version else uuid4().hex
    return f"{GIVEN}:{name}"


def _source(target: Any) -> str:
    try:
        return inspect.getsource(target if inspect.isroutine(target) else type(target))
    except (OSError, TypeError):  # written nowhere
        return ""


_importing = threading.Lock()


def _imported(target: str, folder: str) -> Any:
    module, _, attribute = target.partition(":")
    with _importing:
        if (place := str(Path(folder).resolve())) not in sys.path:
            sys.path.append(place)
        try:
            found: Any = import_module(module)
            for name in attribute.split("."):
                found = getattr(found, name)
        except (Exception, SystemExit) as error:  # whatever a module does when it is imported
            raise ModelUnavailable(
                f"{TARGET}: {target} cannot be imported ({type(error).__name__}: {error}); options.folder is {place}"
            ) from error
    top = module.partition(".")[0]
    there, taken = PathFinder.find_spec(top, [place]), getattr(sys.modules[top], "__file__", None)
    if there and there.origin and taken and not Path(taken).samefile(there.origin):
        raise ModelUnavailable(
            f"{TARGET}: {top} is {taken} here, not that of {place}; a process has one module of a name: rename yours"
        )
    return found
