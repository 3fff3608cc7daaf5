"""Cuts a document without pages into sections, which stand for its pages.

A section begins at each heading. One that is longer than SECTION characters, about a printed page, goes on in further
ones, which end at a paragraph, else at a line, a sentence or a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ragatta.pipeline.documents.parsers._hyphens import soft_marked

SECTION = 3000  # characters
ENDS = ("\n\n", "\n", ". ", "。", " ")  # where a long section may be cut, the best first


@dataclass(frozen=True)
class Sections:
    """An opened document: the text of each section, and how often each construct was left out."""

    texts: Sequence[str]
    left_out: Mapping[str, int] = field(default_factory=dict)

    @property
    def pages(self) -> int:
        """How many sections there are."""
        return len(self.texts)

    def text(self, index: int) -> str:
        """The text of a section, counted from 0."""
        return soft_marked(self.texts[index])


def sections(text: str, headings: Iterable[int] = ()) -> Sections:
    """The sections of a text whose headings begin at these offsets. A section without visible text is left out, except
    that a document has at least one."""
    borders = [0, *(start for start in headings if start), len(text)]
    found = [part.strip("\n") for start, end in pairwise(borders) for part in blocks(text[start:end]) if part.strip()]
    return Sections(found or [""])


def blocks(text: str, most: int = SECTION) -> Iterator[str]:
    """The text in parts of at most `most` characters."""
    start = 0
    while len(text) - start > most:
        end = _end(text, start + most // 2, start + most)
        yield text[start:end]
        start = end
    yield text[start:]


def _end(text: str, least: int, most: int) -> int:
    for sign in ENDS:
        if (at := text.rfind(sign, least, most)) >= 0:
            return at + len(sign)
    return most
