"""Plug-ins by name: a file of the folder of their kind, or an entry point of an installed package.

`pipeline/documents/parsers/pdfium.py` is the parser `pdfium`, and `extensions/mine/parsers/other.py` would be the
parser `other`: the folders of an extension are named by kinds. A package adds one with an entry point of the group of
its kind, such as `ragatta.parsers`, whose value is a module. A folder that is installed nowhere adds one as a file of a
package `ragatta_parts`, such as ragatta_parts/parsers/mine.py. No list has to be edited, and so no other plug-in's
identity changes. Where two have one name, Ragatta's own counts. Source: Python packaging, "Entry points
specification".
"""

from __future__ import annotations

import difflib
import os
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ragatta.pipeline.machine.installation import ROOT
from ragatta.pipeline.plugins.protocols import brief_value, lacking

if TYPE_CHECKING:  # a third of the start of a process that reads documents
    from importlib.metadata import Distribution, EntryPoint

PACKAGE = __name__.partition(".")[0]
PARTS = f"{PACKAGE}_parts"  # the package of a folder's plug-ins
EXTENSIONS = "extensions"  # a folder of folders, each with some for kinds
ROOMS = {  # kind, by which folders of extensions and the group of entry points are named: its folder in the core
    "parsers": "pipeline/documents/parsers",
    "formats": "pipeline/documents/formats",
    "ocr": "pipeline/documents/ocr",
    "chunkers": "pipeline/index/chunking",
    "embedders": "pipeline/index/embedders",
    "searches": "pipeline/retrieval/searches",
    "queries": "pipeline/retrieval/queries",
    "rerankers": "pipeline/retrieval/rerankers",
    "windows": "pipeline/retrieval/windows",
    "backends": "pipeline/llm/backends",
    "architectures": "pipeline/architectures",
    "languages": "pipeline/text/languages",
    "scorers": "eval/scorers",
    "commands": "experiments/commands",
}
MOST_WORDS = 500  # characters of an exception in a message
NOUNS = {
    "searches": "search",
    "queries": "preparation of queries",
    "ocr": "OCR engine",
}  # of a kind that is no plural of its own
M = TypeVar("M")
LOADED: dict[str, tuple[Kind, str]] = {}  # the Python modules of parts from outside: kind and name


class BrokenPart(ValueError):
    """A part that cannot be imported, raised, or returned what its protocol does not allow. `part` is its kind and
    name, `of` its package, `place` the file and line of its code, `words` what is wrong."""

    def __init__(self, part: str, of: str, place: str, words: str) -> None:
        self.part, self.of, self.place, self.words = part, of, place, words
        super().__init__(f"{part}{f' of {of}' if of else ''}{f' ({place})' if place else ''}: {words}")

    def brief(self) -> str:
        """The same on any machine: without the folders."""
        return f"{self.part}: {self.words}{f' ({os.path.basename(self.place)})' if self.place else ''}"


@dataclass(frozen=True)
class Outside:
    """A plug-in from outside: its Python module, and the distributions and files that offer it under that name."""

    module: str
    distributions: tuple[str, ...]


@cache
def own(kind: str) -> Mapping[str, str]:
    """The Python modules of Ragatta's own plug-ins of a kind, by name, sorted."""
    return {name: modules[-1] for name, modules in _own(kind).items()}


@cache
def _own(kind: str) -> Mapping[str, tuple[str, ...]]:
    """All modules of each name: more than one where two folders have it."""
    found: dict[str, tuple[str, ...]] = {}
    for folder in rooms(kind):
        package = ".".join((PACKAGE, *folder.relative_to(ROOT).parts))
        for entry in folder.iterdir():
            name, is_part = entry.stem, entry.suffix == ".py" or (entry / "__init__.py").is_file()
            if is_part and not name.startswith("_"):
                found[name] = (*found.get(name, ()), f"{package}.{name}")
    return dict(sorted(found.items()))


def rooms(kind: str) -> list[Path]:
    """The folders of a kind, that of the core last."""
    core = [ROOT / ROOMS[kind]] if kind in ROOMS else []
    return [folder for folder in (*sorted((ROOT / EXTENSIONS).glob(f"*/{kind}")), *core) if folder.is_dir()]


@cache
def outside(kind: str) -> Mapping[str, Outside]:
    """The plug-ins of a kind that installed packages and folders offer, by name, but those that are named as one of
    Ragatta's own."""
    offered = [(e.name, e.value, distribution(e)) for e in _entry_points() if e.group == f"{PACKAGE}.{kind}"]
    offered += [(file.stem, f"{PARTS}.{kind}.{file.stem}", str(file)) for file in _files_of(kind)]
    found: dict[str, list[tuple[str, str]]] = {}
    for name, module, of in offered:
        if name not in own(kind):
            found.setdefault(name, []).append((module, of))
    return {name: Outside(each[0][0], tuple(sorted({of for _, of in each}))) for name, each in sorted(found.items())}


def _files_of(kind: str) -> list[Path]:
    """The files of a kind in the packages PARTS on sys.path."""
    spec = find_spec(PARTS)
    folders = spec.submodule_search_locations or () if spec else ()
    return sorted(file for folder in folders for file in Path(folder, kind).glob("[!_]*.py"))


def add_folder(folder: Path) -> None:
    """Lets this process, and those that it starts, find the parts that a folder has in PARTS."""
    place = str(folder.resolve())
    if (folder / PARTS).is_dir() and place not in sys.path:
        sys.path.append(place)
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), place]))
        outside.cache_clear()


def python_path() -> str:
    """PYTHONPATH of a process in another folder that finds the same parts: what it is here, the folders that hold
    PARTS, and the current one if a package in it offers parts, all in full."""
    entries = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    spec, here = find_spec(PARTS), os.getcwd()
    parts = [str(Path(place).parent) for place in (spec.submodule_search_locations or () if spec else ())]
    packages = {os.path.abspath(str(entry.dist.locate_file(""))) for entry in _entry_points() if entry.dist}
    places = [*filter(None, entries), *parts, *([here] if here in packages else [])]
    return os.pathsep.join(dict.fromkeys(map(os.path.abspath, places)))


@cache
def _entry_points() -> tuple[EntryPoint, ...]:
    """Of all kinds, in one pass over what is installed; the first on sys.path of two versions of a package counts."""
    from importlib.metadata import distributions

    first: dict[str, Distribution] = {}
    for found in distributions():
        if f"[{PACKAGE}." in (found.read_text("entry_points.txt") or ""):  # to parse all of them would take longer
            first.setdefault(found.name, found)
    entries = (entry for found in first.values() for entry in found.entry_points)
    return tuple(entry for entry in entries if entry.group.startswith(f"{PACKAGE}."))


def distribution(entry: EntryPoint) -> str:
    """Name and version of the distribution that an entry point is of."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else "unknown"


def distribution_of(module: str) -> str:
    """Name and version of the distribution that a module outside this package is of; "" where none says."""
    for entry in _entry_points():
        if entry.value == module:
            return distribution(entry)
    from importlib.metadata import version

    found = sorted(set(distributions_by_package().get(module.partition(".")[0], ())))
    return ", ".join(f"{name} {version(name)}" for name in found)


@cache
def distributions_by_package() -> Mapping[str, list[str]]:
    """The names of the installed distributions that hold each package."""
    from importlib.metadata import packages_distributions  # slow: it reads the files of every distribution

    return packages_distributions()


@dataclass(frozen=True)
class Kind:
    """A kind of plug-in, by the name that its folders have."""

    kind: str

    def names(self) -> tuple[str, ...]:
        """The plug-ins of this kind, sorted."""
        return tuple(sorted({*own(self.kind), *outside(self.kind)}))

    def knows(self, name: str) -> bool:
        """Whether the plug-in exists; what is installed is looked through only for one that is not Ragatta's own."""
        return name in own(self.kind) or name in outside(self.kind)

    def problems(self, key: str, name: str) -> list[str]:
        """What is wrong with a setting that names a plug-in of this kind."""
        return [] if self.knows(name) else [f"{key}: unknown {name!r}; {suggestion(name, self.names())}"]

    def imported(self, name: str) -> Any:
        """The plug-in's module. Raises ValueError for an unknown name, with the similar ones, for one that two packages
        offer, and for a module that cannot be imported."""
        if not self.knows(name):
            raise ValueError(f"unknown {self.noun} {name!r}; {suggestion(name, self.names())}")
        module = self.module(name)
        if module.partition(".")[0] == PACKAGE:
            if len(modules := _own(self.kind)[name]) > 1:
                raise ValueError(f"{self.noun} {name!r} is both {' and '.join(modules)}; rename one")
            if not module.startswith(f"{PACKAGE}.{EXTENSIONS}."):
                return import_module(module)
            try:
                return import_module(module)
            except (SyntaxError, ImportError, TypeError, NameError) as error:
                words = f"{module} cannot be imported: {one_line(error)}"
                raise self.broken(name, words, place=_of_the_import(error, module)) from error
        LOADED[module] = (self, name)
        offered = self.offered(name)
        if len(offered) > 1:
            raise ValueError(f"{name!r} is offered by {' and '.join(offered)}; remove all but one")
        try:
            return import_module(module)
        except (Exception, SystemExit) as error:  # some modules end the process
            words = f"{module} cannot be imported: {one_line(error)}"
            raise self.broken(name, words, place=_of_the_import(error, module)) from error

    def function(self, name: str, called: str) -> Callable[..., Any]:
        """The function of a plug-in's module. Raises ValueError as `imported` does, BrokenPart where there is none."""
        module = self.imported(name)
        found = getattr(module, called, None)
        if not callable(found):
            words = f"{module.__name__} defines no function {called}"
            raise self.broken(name, words, place=getattr(module, "__file__", None) or "")
        return cast("Callable[..., Any]", found)

    def defined(self, name: str, base: type[M]) -> type[M]:
        """The class of that base that a plug-in's module defines. Raises ValueError as `imported` does, BrokenPart for
        a module that defines none or several."""
        module = self.imported(name)
        found = [
            one
            for one in vars(module).values()
            if isinstance(one, type) and issubclass(one, base) and one.__module__ == module.__name__
            and not one.__name__.startswith("_")
        ]  # fmt: skip
        if len(found) != 1:
            words = f"{module.__name__} defines {len(found)} classes of {base.__name__}, not one"
            raise self.broken(name, words, place=getattr(module, "__file__", None) or "")
        return found[0]

    @property
    def noun(self) -> str:
        """What a part of this kind is called."""
        return NOUNS.get(self.kind) or re.sub("(ie)?s$", lambda end: "y" * bool(end[1]), self.kind).replace("_", " ")

    def offered(self, name: str) -> tuple[str, ...]:
        """The distributions and files that offer a part from outside; none for one of Ragatta's own."""
        return outside(self.kind)[name].distributions if name in outside(self.kind) else ()

    def broken(self, name: str, words: str, source: Any = None, place: str = "") -> BrokenPart:
        """That a part is broken: `words` say what is wrong, `source` is the function of its that is, `place` the file
        and line."""
        of = next(iter(self.offered(name)), "")
        code = getattr(getattr(source, "__func__", source), "__code__", None)
        place = place or (f"{code.co_filename}:{code.co_firstlineno}" if code else "")
        return BrokenPart(f"{self.noun} {name!r}", "" if os.path.isabs(of) else of, place, words)

    def made(self, name: str, by: Callable[..., Any], value: M, protocol: type) -> M:
        """What the function `by` of a part returned. Raises BrokenPart where it does not follow the protocol."""
        if missing := lacking(protocol, value):
            words = f"{by.__name__} returned {brief_value(value)}, which lacks {', '.join(missing)}"
            raise self.broken(name, words, by)
        return value

    def module(self, name: str) -> str:
        """The Python module of a plug-in."""
        return own(self.kind).get(name) or outside(self.kind)[name].module


def one_line(error: BaseException) -> str:
    """The type and the words of an exception."""
    message = " ".join(str(error).split())
    return f"{type(error).__name__}: {message[:MOST_WORDS]}" if message else type(error).__name__


def _of_the_import(error: BaseException, module: str) -> str:
    """The file and line of a module's package at which its import failed."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    return place_in(error, module.partition(".")[0])


def place_in(error: BaseException, package: str) -> str:
    """The innermost file and line of a package in an exception's traceback; "" where there is none."""
    frames = [*traceback.walk_tb(error.__traceback__)]
    places = (f"{at.f_code.co_filename}:{line}" for at, line in reversed(frames) if package_of(at) == package)
    return next(places, "")


def package_of(frame: FrameType) -> str:
    """The top-level package of the code that a frame runs."""
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def commands_here(*names: str) -> list[str]:
    """Those of these commands that are here; an extension that has others may be away."""
    parts = {name: name.replace("-", "_") + "_" * iskeyword(name) for name in names}
    return [name for name, part in parts.items() if Kind("commands").knows(part)]


def if_here(command: str, words: str) -> str:
    """Words that name the command, if it is here."""
    return words if commands_here(command) else ""


def suggestion(name: str, known: tuple[str, ...] | list[str]) -> str:
    """A hint for an unknown name: the similar known ones, else all of them."""
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.6)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"known: {', '.join(known)}" if len(known) <= 30 else f"none of the {len(known)} known ones is similar"
