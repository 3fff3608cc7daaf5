"""A format of documents beside PDF: reads the text of a document's sections. One a file of formats/.

What stands for a page is a section: it begins at a heading, a slide or a group of rows (`formats/_sections.py`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePath
from typing import ClassVar

from ragatta.pipeline.documents.parsers._text import OpenedDocument
from ragatta.pipeline.plugins.registry import own
from ragatta.pipeline.plugins.technique import Technique, Techniques

PDF = ".pdf"  # a parser reads these


@dataclass(frozen=True)
class Format(Technique):
    """As the module says. The end of a file's name chooses it, and no configuration."""

    SUFFIXES: ClassVar[tuple[str, ...]] = ()  # the ends of its files' names, in lower case: (".html", ".htm")
    LIBRARY: ClassVar[str] = ""  # the distribution that reads, whose version counts
    UNIT: ClassVar[str] = "section"  # what stands for a page, such as "slide"

    @abstractmethod
    def open(self, path: Path) -> OpenedDocument:
        """Raises Unreadable with the reason."""

    def place(self, _text: str) -> str:
        """Where a section stands in its document, as its text says; "" where its number is all there is."""
        return ""


FORMATS = Techniques("formats", Format)


@cache
def by_suffix() -> Mapping[str, Format]:
    """The format, by suffix; of two for one suffix Ragatta's own counts."""
    names = sorted(FORMATS.names(), key=own(FORMATS.kind).__contains__)
    return {suffix: one for one in (FORMATS.load(name)() for name in names) for suffix in one.SUFFIXES}


def format_of(name: str) -> Format | None:
    """The format of a file; None for a PDF."""
    suffix = PurePath(name).suffix.lower()
    return None if suffix == PDF else by_suffix().get(suffix)


def unit_of(name: str) -> str:
    """What stands for a page in a document: "page", "section", "slide"."""
    of = format_of(name)
    return of.UNIT if of else "page"


def units() -> dict[str, str]:
    """What stands for a page, by the suffix of a document without pages."""
    return {suffix: of.UNIT for suffix, of in by_suffix().items()}


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
    files: dict[Format, list[str]] = {}
    for name in names:
        if (of := format_of(name)) and of.lacking():
            files.setdefault(of, []).append(name)
    faults = [
        f"{first}{f' and {len(others)} more' if others else ''}: needs {of.needs}"
        for of, (first, *others) in files.items()
    ]
    if faults:
        raise ValueError("; ".join(faults))
