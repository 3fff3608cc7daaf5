"""Sections that extensions add to the report of a sweep, one a file of a kind `sections` with a function `section`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragatta.experiments.results.reading import SweepResult
from ragatta.pipeline.plugins.protocols import brief_value
from ragatta.pipeline.plugins.registry import Kind, one_line

SECTIONS = Kind("sections")


@dataclass(frozen=True)
class Section:
    """A table below a title and a sentence on how to read it; the first cell of a row is its heading."""

    title: str
    reading: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


def sections_of(sweep: SweepResult) -> Iterator[tuple[str, Section]]:
    """Those that have something to say of the sweep, by name: `section` returns None where there is nothing. Raises
    BrokenPart."""
    for name in SECTIONS.names():
        section = SECTIONS.function(name, "section")
        try:
            found = section(sweep)
        except Exception as error:
            raise SECTIONS.broken(name, one_line(error), section) from error
        if found is not None and not isinstance(found, Section):
            raise SECTIONS.broken(name, f"section returned {brief_value(found)}, not a Section or None", section)
        if found:
            yield name, found
