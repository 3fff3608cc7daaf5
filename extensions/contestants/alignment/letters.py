"""Texts as their letters and digits alone, and the way back to where each stands in a document."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ragatta.pipeline.documents.corpus import document_text, page_at, page_starts
from ragatta.pipeline.types import Chunk, Page

BESIDE = 20  # characters of a document that are looked through for the signs beside a run of letters


def letters(text: str) -> tuple[str, np.ndarray]:
    """The letters and digits of a text without case and ligatures, and the offset that each has in the text."""
    folded = {ord(one): _folded(one) for one in set(text)}
    sizes = np.zeros(max(folded, default=0) + 1, dtype=np.int64)
    for code, kept in folded.items():
        sizes[code] = len(kept)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return text.translate(folded), np.repeat(np.arange(len(text)), sizes[codes])


def ends(text: str) -> tuple[str, str]:
    """The signs before the first letter or digit of a text, and those after the last, without spaces."""
    first = next((at for at, one in enumerate(text) if _folded(one)), len(text))
    last = next((at for at in range(len(text), first, -1) if _folded(text[at - 1])), first)
    return "".join(text[:first].split()), "".join(text[last:].split())


def _common(there: str, signs: str) -> int:
    """How many characters at the beginning of a text are these signs, with spaces between them."""
    size, wanted = 0, list(signs)
    for at, one in enumerate(there):
        if wanted and one == wanted[0]:
            size = at + 1
            wanted.pop(0)
        elif not one.isspace():
            break
    return size


def _folded(character: str) -> str:
    plain = unicodedata.normalize("NFKC", character).casefold()
    return "".join(one for one in plain if one.isalnum())


@dataclass(frozen=True)
class LetteredDocument:
    """A document; `name` is its path below the folder."""

    name: str
    pages: tuple[Page, ...]

    @cached_property
    def letters(self) -> str:
        return self._read[0]

    def find(self, sought: str) -> Iterator[tuple[int, int]]:
        """The first letter, and that after the last, of each place of a run of letters."""
        at = -1
        while (at := self.letters.find(sought, at + 1)) >= 0:
            yield at, at + len(sought)

    def chunk(self, start: int, end: int, before: str = "", after: str = "") -> Chunk:
        """The document's text from the letter `start` to before the letter `end`, with as many of the signs `before`
        and `after` as stand there: the $ of $5, the % of 2%."""
        _, at = self._read
        first, last = int(at[start]), int(at[end - 1]) + 1
        return self._span(
            first - _common(self._text[max(0, first - BESIDE) : first][::-1], before[::-1]),
            last + _common(self._text[last : last + BESIDE], after),
        )

    def page(self, number: int) -> Chunk | None:
        """The whole page of that number, from 1; None where there is none."""
        if not 1 <= number <= len(self.pages):
            return None
        start = self._starts[number - 1]
        return self._span(start, start + len(self.pages[number - 1].text))

    def letters_of(self, number: int) -> tuple[int, int]:
        """The letters of a page: the first, and that after the last. None of a page that there is not."""
        page = self.page(number)
        _, at = self._read
        return (bisect_left(at, page.char_start), bisect_left(at, page.char_end)) if page else (0, 0)

    @cached_property
    def borders(self) -> list[int]:
        """The first letter of each page."""
        return [self.letters_of(page.number)[0] for page in self.pages]

    @cached_property
    def _read(self) -> tuple[str, np.ndarray]:
        return letters(self._text)

    @cached_property
    def _text(self) -> str:
        return document_text(self.pages)

    @cached_property
    def _starts(self) -> list[int]:
        return page_starts(self.pages)

    def _span(self, start: int, end: int) -> Chunk:
        first, last = page_at(self._starts, start), page_at(self._starts, max(start, end - 1))
        return Chunk(
            id=f"{self.name}@{start}-{end}",
            source_file=self.name,
            chunk_index=start,
            text=self._text[start:end],
            first_page=first,
            last_page=last,
            char_start=start,
            char_end=end,
            total_pages=len(self.pages),
        )
