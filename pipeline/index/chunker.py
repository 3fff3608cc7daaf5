"""The protocol of a chunker, a file of pipeline/index/chunking/."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.types import Page

Span = tuple[int, int]  # character offsets, the end exclusive
Windows = Callable[[str], Iterator[Span]]
Embed = Callable[[Sequence[str]], Any]


@dataclass(frozen=True)
class Sizes:
    """The allowed length of a chunk: `windows` cuts a text into windows of that length, `fits` says whether a text is
    within it. `size` and `overlap` are that length and what neighbours share, as `count` counts a text. `embed` gives
    vectors (texts, dimensions), for a chunker that compares texts."""

    windows: Windows
    fits: Callable[[str], bool]
    size: int
    overlap: int
    count: Callable[[str], int]
    embed: Embed | None = None


@dataclass(frozen=True)
class Piece:
    """A span of the document text that becomes a chunk. A chunk with a text of its own, such as table rows with their
    header, has that `text`, its `table` and its `page`."""

    start: int
    end: int
    text: str = ""
    table: str = ""
    page: int = 0


class Chunker(Protocol):
    """A chunking strategy. It may also say that it OVERLAPS (True unless it does), and what PACKAGES it imports."""

    @property
    def READS_TABLES(self) -> bool:
        """Whether the chunker needs the document's tables."""

    def pieces(self, pages: Sequence[Page], tables: Sequence[Table], sizes: Sizes) -> Iterable[Piece]:
        """The chunks of one document, in order. Every character of its text (`document_text`) except white space must
        be in a chunk."""


CHUNKERS = Kind("pipeline/index/chunking", Chunker)
