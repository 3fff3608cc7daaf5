"""The page texts of a corpus, read from the cache when they are asked for: memory does not grow with the corpus."""

from __future__ import annotations

import errno
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import chain
from threading import Lock

from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.types import Page

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
