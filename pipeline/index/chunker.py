"""A chunker: cuts a document into chunks. One a file of chunking/."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ragatta.pipeline.plugins.former import Former
from ragatta.pipeline.plugins.technique import Technique, Techniques, tried
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


@dataclass(frozen=True)
class Chunker(Technique):
    """How a document is cut into chunks. A module names in PACKAGES those that it imports."""

    KEY: ClassVar[str] = "chunking"
    READS_TABLES: ClassVar[bool] = False  # whether it needs the document's tables
    OVERLAPS: ClassVar[bool] = True  # whether neighbours may share text
    FORMER: ClassVar[Mapping[str, Former]] = {"context_model": Former(None, "agents.chunk_notes.model")}
    chunk_size: int = tried(1000, retrieval=(500, 300))
    chunk_overlap: int = 200
    unit: str = "characters"  # or "tokens", counted by the embedder's tokenizer
    contextual: bool = False  # a model's note on each chunk, a call each, is searched together with its text

    @abstractmethod
    def pieces(self, pages: Sequence[Page], tables: Sequence[Table], sizes: Sizes) -> Iterable[Piece]:
        """The chunks of one document, in order. Every character of its text (`document_text`) except white space must
        be in a chunk."""

    @property
    def identity(self) -> dict[str, Any]:
        """Whether there are notes counts where there are some."""
        return {key: value for key, value in super().identity.items() if key != "contextual" or self.contextual}

    def problems(self) -> list[str]:
        found = self.lacking() + self.among("unit", "characters", "tokens") + self.least(chunk_size=1, chunk_overlap=0)
        if self.chunk_overlap >= self.chunk_size:
            found.append(
                f"chunking.chunk_overlap ({self.chunk_overlap}) must be smaller than "
                f"chunking.chunk_size ({self.chunk_size})"
            )
        if self.chunk_overlap and not self.OVERLAPS:
            found.append(
                f"chunking.chunk_overlap ({self.chunk_overlap}) must be 0 for chunking={self.name}, whose chunks do "
                "not overlap"
            )
        return found


CHUNKERS = Techniques("chunkers", Chunker)
