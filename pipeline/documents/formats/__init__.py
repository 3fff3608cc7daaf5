"""One format of documents per file, beside PDF; each follows the protocol `DocumentFormat`.

What stands for a page is a section: it begins at a heading, a slide or a group of rows (`_sections.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path, PurePath
from typing import Protocol

from ragatta.pipeline.documents.parsers._text import Opened
from ragatta.pipeline.plugins import Kind, own

PDF = ".pdf"  # a parser reads these


class DocumentFormat(Protocol):
    """Reads the text of a document's sections. It may also say what PACKAGES it imports, what it NEEDS in words, and
    which UNIT stands for a page, such as "slide" ("section" if it does not)."""

    @property
    def SUFFIXES(self) -> tuple[str, ...]:
        """The ends of its files' names, in lower case: (".html", ".htm")."""

    @property
    def VERSION(self) -> str:
        """The version of its library, "" without one."""

    def open_document(self, path: Path) -> Opened:
        """Raises Unreadable with the reason."""


FORMATS = Kind("pipeline/documents/formats", DocumentFormat)


@cache
def by_suffix() -> Mapping[str, str]:
    """The name of the format, by suffix; of two for one suffix Ragatta's own counts."""
    names = sorted(FORMATS.names(), key=own(FORMATS.room).__contains__)
    return {suffix: name for name in names for suffix in FORMATS.load(name).SUFFIXES}


def format_of(name: str) -> str:
    """The name of the format of a file; "" for a PDF."""
    suffix = PurePath(name).suffix.lower()
    return "" if suffix == PDF else by_suffix().get(suffix, "")


def unit_of(name: str) -> str:
    """What stands for a page in a document: "page", "section", "slide"."""
    of = format_of(name)
    return getattr(FORMATS.load(of), "UNIT", "section") if of else "page"


def units() -> dict[str, str]:
    """What stands for a page, by the suffix of a document without pages."""
    return {suffix: unit_of(f"a{suffix}") for suffix in by_suffix()}


def listed_of(name: str, numbers: Sequence[int]) -> str:
    """ "page 3", "sections 3, 5"."""
    return f"{unit_of(name)}{'' if len(numbers) == 1 else 's'} {', '.join(map(str, numbers))}"


def pages_of(name: str, first: int, last: int) -> str:
    """ "page 3", "pages 3-5"; of a document without pages "section 3", "slides 3-5"."""
    return f"{unit_of(name)} {first}" if first == last else f"{unit_of(name)}s {first}-{last}"


def suffixes() -> tuple[str, ...]:
    """The suffixes of all documents, PDF first."""
    return (PDF, *sorted(by_suffix()))


def check_packages(names: Iterable[str]) -> None:
    """Raises ValueError naming the documents that cannot be read without a package which is not here."""
    faults = []
    for name, files in _by_format(names).items():
        module = FORMATS.load(name)
        if any(find_spec(package) is None for package in getattr(module, "PACKAGES", ())):
            others = f" and {len(files) - 1} more" if len(files) > 1 else ""
            faults.append(f"{files[0]}{others}: needs {getattr(module, 'NEEDS', name)}")
    if faults:
        raise ValueError("; ".join(faults))


def _by_format(names: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in names:
        if of := format_of(name):
            found.setdefault(of, []).append(name)
    return found
