"""Document → Page: reads a folder of documents as a corpus of page texts.

Texts are cached under everything that can change them: the document's SHA-256, the parser or format, its library's
version and its code (docs/design.md, "Identity"). An unreadable document is skipped with its reason, and an unreadable
page is left without text; the others are read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from ragatta.pipeline import identity, plugins
from ragatta.pipeline.documents.corpus import Corpus, Skipped
from ragatta.pipeline.documents.files import document_files
from ragatta.pipeline.documents.formats import check_packages
from ragatta.pipeline.documents.ocr._recognising import Recognised
from ragatta.pipeline.documents.outcomes import Outcome, gained, outcome
from ragatta.pipeline.documents.page_cache import Reader
from ragatta.pipeline.documents.parsers._reading import Reading
from ragatta.pipeline.settings.indexing import Parser
from ragatta.pipeline.text.dot_leaders import shorten
from ragatta.pipeline.types import Page, Progress


class NothingRead(ValueError):
    """None of the documents has text; `outcomes` has the reason for each."""

    def __init__(self, folder: Path, outcomes: Sequence[Outcome]) -> None:
        reasons = "; ".join(f"{each.source_file}: {each.words}" for each in outcomes[:5])
        super().__init__(f"{folder}: none of its {len(outcomes)} documents can be read ({reasons}); add readable ones")
        self.outcomes = tuple(outcomes)


def read_pages(
    folder: Path,
    parser: Parser,
    cache: Path,
    passwords: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    aside: Collection[Path] = (),
) -> Corpus:
    """Reads every document below `folder` but those `aside` (see document_files). `passwords` are by file name; texts
    read with one are not cached. Raises FileNotFoundError without documents, NothingRead if none has text, ValueError
    if a password matches no file, two documents have the same name, or a format needs a package that is not here."""
    passwords = passwords or {}
    paths = document_files(folder, aside)
    check_packages(paths)
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


def unread(
    folder: Path,
    parser: Parser,
    cache: Path,
    passwords: Mapping[str, str] | None = None,
    aside: Collection[Path] = (),
) -> int:
    """How many of the documents below `folder` but those `aside` are not in the cache. Raises as document_files
    does."""
    paths = document_files(folder, aside)
    files = {name: _digest(path) for name, path in paths.items()}
    return Reader(parser, cache, paths, files, passwords or {}, None).unread()


def _digest(path: Path) -> str:
    try:
        return identity.file_digest(path)
    except OSError:
        return ""  # the reading says why


def _documents(
    readings: Mapping[str, Reading], recognised: Mapping[str, Recognised], ready: Callable[[str], str]
) -> list[tuple[Outcome, tuple[Page, ...]]]:
    """The outcome of each document, and its pages; `ready` is applied to each page's text."""
    found = []
    for name, reading in readings.items():
        ocr = recognised.get(name, Recognised())
        texts = dict(enumerate(reading.texts, 1)) | gained(reading, ocr)
        pages = tuple(Page(name, number, ready(text)) for number, text in texts.items())
        found.append((outcome(name, reading, ocr), pages))
    return found
