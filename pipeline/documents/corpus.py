"""The PDFs of a folder as page texts, and character offsets into them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from ragatta.pipeline.documents.names import folder_of
from ragatta.pipeline.machine.checksums import mark
from ragatta.pipeline.types import Page

if TYPE_CHECKING:
    from ragatta.pipeline.documents.outcomes import Outcome


@dataclass(frozen=True)
class Skipped:
    source_file: str
    reason: str


@dataclass(frozen=True)
class Corpus:
    """The PDFs below one folder, by name (their path below it, with "/"), in order of name."""

    digest: str  # over the names and bytes of all the PDFs
    files: Mapping[str, str]  # SHA-256 of each PDF, the skipped ones too; "" where its bytes cannot be had
    pages: Mapping[str, tuple[Page, ...]]  # of the readable ones; a page that is lost has no text
    skipped: tuple[Skipped, ...] = ()
    unlocked: tuple[str, ...] = ()  # read with a password of their own
    buckets: Mapping[str, str] = field(
        default_factory=dict
    )  # of documents that a rule puts elsewhere than their folder
    outcomes: tuple[Outcome, ...] = ()  # of every PDF

    def bucket(self, name: str) -> str:
        """The bucket of a document: from a rule, else from its folder."""
        return self.buckets.get(name) or folder_of(name)

    @cached_property
    def content(self) -> str:
        """Digest of the names and page texts."""
        parts = [part for name, pages in self.pages.items() for part in (name, *(page.text for page in pages))]
        return mark(*(part.encode("utf-8", "surrogatepass") for part in parts)).hex()

    @property
    def unread(self) -> dict[str, str]:
        """Why each skipped one cannot be read."""
        return {each.source_file: each.reason for each in self.skipped}

    @property
    def lost(self) -> dict[str, list[int]]:
        """The numbers of the lost pages, by document."""
        return {o.source_file: sorted([*o.lost, *o.unrecognised]) for o in self.outcomes if o.usable and o.incomplete}


def document_text(pages: Sequence[Page]) -> str:
    """The document's text, to which all character offsets refer: its pages' texts, joined by "\\n"."""
    return "\n".join(page.text for page in pages)


def page_starts(pages: Sequence[Page]) -> list[int]:
    """The offset of each page in the document text; strictly increasing."""
    return list(accumulate((len(page.text) + 1 for page in pages[:-1]), initial=0)) if pages else []


def page_at(starts: Sequence[int], offset: int) -> int:
    """The number of the page that contains a character of the document text. The line feed between two pages belongs to
    the first."""
    return bisect_right(starts, offset)
