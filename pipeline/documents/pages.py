"""PDF → Page: a folder of PDFs as a corpus of page texts.

Texts are cached by what can change them: the PDF's SHA-256, the parser, its library's version and its code
(design section "Identity"). A PDF that cannot be read is skipped, with the reason, a page that cannot is left without
text, and the rest goes on.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from pipeline import identity, plugins
from pipeline.documents.ocr._recognising import Recognised
from pipeline.documents.outcomes import Outcome, gained, outcome
from pipeline.documents.page_cache import Reader
from pipeline.documents.parsers._reading import Reading
from pipeline.documents.pdf_files import folder_of, pdf_files
from pipeline.settings import Parser
from pipeline.text.dot_leaders import shorten
from pipeline.types import Page, Progress

__all__ = ["Corpus", "NothingRead", "Skipped", "document_text", "folder_of", "page_at", "page_starts", "read_pages"]


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
        """The bucket of a document: what a rule says, else its folder's."""
        return self.buckets.get(name) or folder_of(name)

    @property
    def lost(self) -> dict[str, list[int]]:
        """The numbers of the pages that documents of the corpus lack."""
        return {o.source_file: sorted([*o.lost, *o.unrecognised]) for o in self.outcomes if o.usable and o.incomplete}


class NothingRead(ValueError):
    """None of the PDFs has text; `outcomes` tells why, for each."""

    def __init__(self, folder: Path, outcomes: Sequence[Outcome]) -> None:
        reasons = "; ".join(f"{each.source_file}: {each.words}" for each in outcomes[:5])
        super().__init__(f"{folder}: none of its {len(outcomes)} PDFs can be read ({reasons}); add readable ones")
        self.outcomes = tuple(outcomes)


def read_pages(
    folder: Path,
    parser: Parser,
    cache: Path,
    passwords: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> Corpus:
    """Read every PDF below `folder` (see pdf_files).

    `passwords` are by name; a text read with one is not cached, so that nobody reads it without. Raises
    FileNotFoundError where there is no PDF, NothingRead where none has text, ValueError where a password belongs to
    none or two PDFs have the same name.
    """
    passwords = passwords or {}
    paths = pdf_files(folder)
    if unknown := sorted(set(passwords) - set(paths)):
        raise ValueError(f"password for {unknown[0]!r}: {plugins.suggestion(unknown[0], list(paths))}")
    files = {name: _digest(path) for name, path in paths.items()}
    reader = Reader(parser, cache, paths, files, passwords, progress)
    readings = reader.readings()
    made = _documents(readings, reader.recognised(readings), shorten if parser.shorten_leaders else str)
    outcomes = tuple(outcome for outcome, _ in made)
    pages = {outcome.source_file: pages for outcome, pages in made if outcome.usable}
    if not pages:
        raise NothingRead(folder, outcomes)
    skipped = tuple(Skipped(each.source_file, each.words) for each in outcomes if not each.usable)
    unlocked = tuple(name for name in pages if name in passwords)
    digest = identity.corpus_digest(files.items())
    return Corpus(digest, files, pages, skipped, unlocked, outcomes=outcomes)


def _digest(path: Path) -> str:
    try:
        return identity.file_digest(path)
    except OSError:
        return ""  # the reading says why


def _documents(
    readings: Mapping[str, Reading], recognised: Mapping[str, Recognised], ready: Callable[[str], str]
) -> list[tuple[Outcome, tuple[Page, ...]]]:
    """What became of each document, and its pages; `ready` is done to each page's text."""
    found = []
    for name, reading in readings.items():
        ocr = recognised.get(name, Recognised())
        texts = dict(enumerate(reading.texts, 1)) | gained(reading, ocr)
        pages = tuple(Page(name, number, ready(text)) for number, text in texts.items())
        found.append((outcome(name, reading, ocr), pages))
    return found


def document_text(pages: Sequence[Page]) -> str:
    """The text that every character offset of a document points into: its pages' texts, joined by "\\n"."""
    return "\n".join(page.text for page in pages)


def page_starts(pages: Sequence[Page]) -> list[int]:
    """Where each page's text begins in the document text; strictly increasing."""
    return list(accumulate((len(page.text) + 1 for page in pages[:-1]), initial=0)) if pages else []


def page_at(starts: Sequence[int], offset: int) -> int:
    """The number of the page that a character of the document text stands on; a joint counts to the page
    before it."""
    return bisect_right(starts, offset)
