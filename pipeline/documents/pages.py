"""Document → Page: reads a folder of documents as a corpus of page texts.

Texts are cached under everything that can change them: the document's SHA-256, the parser or format, its library's
version and its code (docs/design.md, "Identity"). An unreadable document is skipped with its reason, and an unreadable
page is left without text; the others are read."""

from __future__ import annotations

import errno
import re
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from threading import Lock

from ragatta.pipeline.documents.corpus import Corpus, Skipped
from ragatta.pipeline.documents.files import digest_if_read, real_files
from ragatta.pipeline.documents.format import check_packages
from ragatta.pipeline.documents.ocr._recognising import Recognised
from ragatta.pipeline.documents.outcomes import Outcome, gained, outcome
from ragatta.pipeline.documents.page_cache import Reader
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.documents.parsers._reading import Reading
from ragatta.pipeline.plugins import identity, registry
from ragatta.pipeline.types import Page, Progress

CHARACTERS = 32_000_000  # of the documents read last, which stay in memory: about 15,000 pages

Pages = tuple[Page, ...]


class PageTexts(Mapping[str, Pages]):
    """The pages of each document, by name, in the order of names; thread-safe. A text is the one that was added, or an
    OSError that names the document."""

    def __init__(self, read: Callable[[str], Pages]) -> None:
        """`read` gives the pages of a document again."""
        self._read, self._lock = read, Lock()
        self._marks: dict[str, bytes] = {}
        self._unreadable_again: dict[str, Pages] = {}
        self._recent: OrderedDict[str, Pages] = OrderedDict()
        self._characters = 0  # of the recent ones

    def add(self, name: str, pages: Pages, *, again: bool) -> None:
        """A document; `again`: it can be read again, else its texts stay in memory."""
        self._marks[name] = _mark(pages)
        if again:
            self._keep(name, pages)
        else:
            self._unreadable_again[name] = pages

    def __getitem__(self, name: str) -> Pages:
        if name in self._unreadable_again:
            return self._unreadable_again[name]
        with self._lock:
            if name in self._recent:
                self._recent.move_to_end(name)
                return self._recent[name]
            known = self._marks[name]
            pages = self._read(name)
            if _mark(pages) != known:
                raise OSError(errno.ESTALE, "its text has changed since the start; start again", name)
            self._keep(name, pages)
            return pages

    def __contains__(self, name: object) -> bool:
        return name in self._marks

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._marks))

    def __len__(self) -> int:
        return len(self._marks)

    def _keep(self, name: str, pages: Pages) -> None:
        self._recent[name] = pages
        self._characters += _characters(pages)
        while self._characters > CHARACTERS and len(self._recent) > 1:
            _, oldest = self._recent.popitem(last=False)
            self._characters -= _characters(oldest)


def _characters(pages: Pages) -> int:
    return sum(len(page.text) for page in pages)


def _mark(pages: Pages) -> bytes:
    return mark_of(page.text for page in pages)


@dataclass(frozen=True)
class ReadCorpus(Corpus):
    """A corpus over PageTexts."""

    @cached_property
    def content(self) -> str:
        """As of any Corpus, with one document at a time in memory."""
        documents = ((name, *(page.text for page in pages)) for name, pages in self.pages.items())
        return mark_of(chain.from_iterable(documents)).hex()


def mark_of(texts: Iterable[str]) -> bytes:
    """The `mark` (pipeline/machine/checksums.py) of their bytes, of which one at a time is in memory."""
    found = blake2b(digest_size=8)
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        found.update(len(data).to_bytes(8, "little"))
        found.update(data)
    return found.digest()


# Leaders, runs of dots or underscores, are shortened to three: a word-piece model uses one token per dot, so those of
# one page of contents fill its token limit before the entries are read. Measured in docs/documents.md, "Leaders".
# A run begins where no white space stands before it: else each blank of a long one would be tried as its beginning.
_DOTS = re.compile(r"(?<![ \t])[ \t]*(?:[.…·]|,(?=[.…·]))(?:[ \t,]*[.…·]){3,}[ \t]*")
_UNDERSCORES = re.compile(r"_{4,}")


class NothingRead(ValueError):
    """None of the documents has text; `outcomes` has the reason for each."""

    def __init__(self, folder: Path, outcomes: Sequence[Outcome]) -> None:
        reasons = "; ".join(f"{each.source_file}: {each.words}" for each in outcomes[:5])
        none = f"none of its {len(outcomes)} documents can" if len(outcomes) > 1 else "its only document cannot"
        super().__init__(f"{folder}: {none} be read ({reasons}); add readable ones")
        self.outcomes = tuple(outcomes)


def read_pages(
    folder: Path,
    parser: Parser,
    cache: Path,
    passwords: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    aside: Collection[Path] = (),
    links: bool = False,
) -> Corpus:
    """Reads every document below `folder` but those `aside`; for `links` see document_files. `passwords` are by file
    name; texts read with one are not cached. Raises FileNotFoundError without documents, NothingRead if none has text,
    ValueError if a password matches no file, two documents have the same name, a link leaves the folder, or a format
    needs a package that is not here."""
    passwords = passwords or {}
    paths = real_files(folder, aside, links)
    check_packages(paths)
    if unknown := sorted(set(passwords) - set(paths)):
        raise ValueError(f"password for {unknown[0]!r}: {registry.suggestion(unknown[0], list(paths))}")
    files = {name: digest_if_read(path) for name, path in paths.items()}
    return corpus_of(folder, Reader(parser, cache, paths, files, passwords, progress))


def corpus_of(folder: Path, reader: Reader) -> Corpus:
    """The corpus of what a reader reads, which is below `folder`. Raises NothingRead."""
    pages = PageTexts(lambda name: _read_again(reader, name))
    outcomes = tuple(sorted(_outcomes(reader, pages), key=lambda each: each.source_file))
    if not pages:
        raise NothingRead(folder, outcomes)
    skipped = tuple(Skipped(each.source_file, each.words) for each in outcomes if not each.usable)
    unlocked = tuple(name for name in pages if name in reader.passwords)
    digest = identity.corpus_digest(reader.files.items())
    return ReadCorpus(digest, reader.files, pages, skipped, unlocked, outcomes=outcomes)


def unread(
    folder: Path,
    parser: Parser,
    cache: Path,
    passwords: Mapping[str, str] | None = None,
    aside: Collection[Path] = (),
    links: bool = False,
) -> int:
    """How many of the documents below `folder` but those `aside` are not in the cache. Raises as document_files
    does."""
    paths = real_files(folder, aside, links)
    files = {name: digest_if_read(path) for name, path in paths.items()}
    return Reader(parser, cache, paths, files, passwords or {}, None).unread()


def _outcomes(reader: Reader, texts: PageTexts) -> Iterator[Outcome]:
    """The outcome of each document, whose pages are added to `texts`. No more than one document is in memory, except
    for those that cannot be read again from the cache."""
    waiting: dict[str, Reading] = {}  # with scanned pages
    scanned: dict[str, tuple[int, ...]] = {}
    for name, reading in reader.readings():
        if reading.no_text_layer and reader.parser.ocr.READS:
            scanned[name] = reading.no_text_layer
            if not reader.keeps(name, reading):
                waiting[name] = reading
        else:
            yield _added(reader, texts, name, reading, Recognised())
    for name, ocr in reader.recognised(scanned):
        reading = waiting.pop(name) if name in waiting else _reading(reader, name)
        yield _added(reader, texts, name, reading, ocr)


def _added(reader: Reader, texts: PageTexts, name: str, reading: Reading, ocr: Recognised) -> Outcome:
    made = outcome(name, reading, ocr)
    if made.usable:
        again = reader.keeps(name, reading) and reader.keeps(name, ocr)
        texts.add(name, _pages(reader.parser, name, reading, ocr), again=again)
    return made


def _read_again(reader: Reader, name: str) -> tuple[Page, ...]:
    reading = _reading(reader, name)
    scanned = {name: reading.no_text_layer} if reading.no_text_layer else {}
    ocr = next((ocr for _, ocr in reader.recognised(scanned)), Recognised())
    return _pages(reader.parser, name, reading, ocr)


def _reading(reader: Reader, name: str) -> Reading:
    return next(reading for _, reading in reader.readings([name]))


def _pages(parser: Parser, name: str, reading: Reading, ocr: Recognised) -> tuple[Page, ...]:
    ready = shorten_leaders if parser.shorten_leaders else str
    texts = dict(enumerate(reading.texts, 1)) | gained(reading, ocr)
    return tuple(Page(name, number, ready(text)) for number, text in texts.items())


def shorten_leaders(text: str) -> str:
    """The text with each run of four dots or more as " ... " and of four underscores or more as "___", which
    keep a line of contents recognisable as one."""
    return _UNDERSCORES.sub("___", _DOTS.sub(" ... ", text))
