"""Aligns the passages that a system outside returns to the pages of the PDFs, by their text.

Texts are compared by their letters and digits alone, so another parser's spaces, hyphens and table lines do not matter.
A passage is sought by sampled runs of letters (seeds); in the best stretch of a document, the runs that passage and
document have in common become chunks of the document's own text. Only these count as shown. A passage of which less
than half stands in one place is not aligned.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import PurePosixPath

import numpy as np

from ragatta.pipeline.documents.corpus import document_text, page_at, page_starts
from ragatta.pipeline.types import Chunk, Page

SEED = 20  # letters of a seed
EVERY = 6  # of a document's letters begins a seed
COMMON = 300  # places of a seed that tells nothing: a page's header
SHORTEST = 12  # letters of a run that counts
ENOUGH = 0.5  # of a passage's letters stand in one place
AS_GOOD = 0.9  # of the best share: the place that the passage names is preferred to another
MARGIN = 200  # letters on either side of the seeds that are compared


@dataclass(frozen=True)
class Passage:
    """What a system says that it read: a text, the name of a file, a page (from 1); any of them may be missing."""

    text: str = ""
    file: str = ""
    page: int | None = None


@dataclass(frozen=True)
class Aligned:
    """Where a passage stands: chunks of one document in the passage's order, none where it was not found. `share` of
    its letters are in them; as many places as `places` hold as much."""

    chunks: tuple[Chunk, ...] = ()
    share: float = 0.0
    places: int = 0


@dataclass(frozen=True)
class _Stretch:
    """A stretch of a document's letters that may hold a passage; `seeds` are how many of the passage's it has."""

    file: str
    start: int
    end: int
    seeds: int


@dataclass(frozen=True)
class _Document:
    name: str
    pages: tuple[Page, ...]

    @cached_property
    def text(self) -> str:
        return document_text(self.pages)

    @cached_property
    def letters(self) -> tuple[str, np.ndarray]:
        return letters(self.text)

    @cached_property
    def starts(self) -> list[int]:
        return page_starts(self.pages)

    def chunk(self, start: int, end: int) -> Chunk:
        """The document's text from the letter `start` to before the letter `end`."""
        _, at = self.letters
        return self.span(int(at[start]), int(at[end - 1]) + 1)

    def span(self, start: int, end: int) -> Chunk:
        first, last = page_at(self.starts, start), page_at(self.starts, max(start, end - 1))
        return Chunk(
            id=f"{self.name}@{start}-{end}",
            source_file=self.name,
            chunk_index=start,
            text=self.text[start:end],
            first_page=first,
            last_page=last,
            char_start=start,
            char_end=end,
            total_pages=len(self.pages),
        )


class Aligner:
    """Aligns passages to one corpus. Its index is made at the first passage with a text, in about a second per thousand
    pages."""

    def __init__(self, pages: Mapping[str, tuple[Page, ...]]) -> None:
        self._documents = {name: _Document(name, read) for name, read in pages.items()}

    def align(self, passage: Passage) -> Aligned:
        """Where the passage stands. A page without a text is that page."""
        sought, _ = letters(passage.text)
        named = self._named(passage.file)
        if not sought:
            return self._page(named, passage.page)
        found = [(stretch, self._runs(sought, stretch)) for stretch in self._stretches(sought, named, passage.page)]
        shares = [sum(size for _, size in runs) / len(sought) for _, runs in found]
        best = max(shares, default=0.0)
        if best < ENOUGH:
            return Aligned(share=round(best, 3))
        at = next(at for at, share in enumerate(shares) if share >= AS_GOOD * best)
        stretch, common = found[at]
        document = self._documents[stretch.file]
        chunks = tuple(document.chunk(start, start + size) for start, size in common)
        alike = {(like.file, runs[0][0]) for (like, runs), share in zip(found, shares, strict=True) if share >= best}
        return Aligned(chunks, round(shares[at], 3), len(alike))

    def _named(self, file: str) -> str:
        """The document that a name means: its path below the folder, or only the end of another path; "" for none."""
        if not file or file in self._documents:
            return file
        wanted = PurePosixPath(file.replace("\\", "/"))
        for same in (lambda name: name == wanted.name, lambda name: PurePosixPath(name).stem == wanted.stem):
            alike = [name for name in self._documents if same(PurePosixPath(name).name)]
            if len(alike) == 1:
                return alike[0]
        return ""

    def _page(self, name: str, page: int | None) -> Aligned:
        document = self._documents.get(name)
        if document is None or page is None or not 1 <= page <= len(document.pages):
            return Aligned()
        start = document.starts[page - 1]
        return Aligned((document.span(start, start + len(document.pages[page - 1].text)),), 1.0, 1)

    def _stretches(self, sought: str, named: str, page: int | None) -> list[_Stretch]:
        """Where it may stand: on the named page, in the named document, then anywhere, the likeliest first."""
        every = sorted(self._likely(sought), key=lambda stretch: -stretch.seeds)
        inside = [stretch for stretch in every if stretch.file == named]
        on_page = [stretch for stretch in inside if page is not None and self._is_on(stretch, page)]
        return list(dict.fromkeys([*on_page[:2], *inside[:2], *every[:3]]))

    def _is_on(self, stretch: _Stretch, page: int) -> bool:
        document = self._documents[stretch.file]
        chunk = document.chunk(stretch.start, stretch.end)
        return chunk.first_page <= page <= chunk.last_page

    def _likely(self, sought: str) -> Iterator[_Stretch]:
        """Of each document the stretches, as long as the passage, with the most of its seeds."""
        if len(sought) < SEED + EVERY:
            for name, document in self._documents.items():
                text, at = document.letters[0], -1
                while (at := text.find(sought, at + 1)) >= 0:
                    yield _Stretch(name, at, at + len(sought), 1)
            return
        hits: dict[str, list[int]] = defaultdict(list)
        for begin in range(len(sought) - SEED + 1):
            places = self._seeds.get(sought[begin : begin + SEED], ())
            for name, at in places if len(places) <= COMMON else ():
                hits[name].append(at)
        for name, at_seeds in hits.items():
            yield from self._densest(name, sorted(at_seeds), len(sought))

    def _densest(self, name: str, places: Sequence[int], length: int) -> Iterator[_Stretch]:
        """Stretches that do not overlap, each with the most seeds that are left."""
        text, _ = self._documents[name].letters
        windows = Counter(at // length for at in places)
        for window, _ in windows.most_common(3):
            inside = [at for at in places if (window - 1) * length <= at < (window + 2) * length]
            start = max(0, inside[0] - MARGIN)
            yield _Stretch(name, start, min(len(text), inside[-1] + SEED + length), len(inside))

    def _runs(self, sought: str, stretch: _Stretch) -> list[tuple[int, int]]:
        """What passage and stretch have in common, in order: where each run of letters begins in the document, and how
        many letters it has."""
        text = self._documents[stretch.file].letters[0]
        start, end = max(0, stretch.start - MARGIN), stretch.end + MARGIN
        at = text.find(sought, start, end)
        if at >= 0:
            return [(at, len(sought))]
        blocks = SequenceMatcher(None, sought, text[start:end], autojunk=False).get_matching_blocks()
        return [(start + block.b, block.size) for block in blocks if block.size >= min(SHORTEST, len(sought))]

    @cached_property
    def _seeds(self) -> Mapping[str, Sequence[tuple[str, int]]]:
        found: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for name, document in self._documents.items():
            text = document.letters[0]
            for at in range(0, len(text) - SEED + 1, EVERY):
                found[text[at : at + SEED]].append((name, at))
        return found


def letters(text: str) -> tuple[str, np.ndarray]:
    """The letters and digits of a text without case and ligatures, and the offset that each has in the text."""
    folded = {ord(one): _folded(one) for one in set(text)}
    sizes = np.zeros(max(folded, default=0) + 1, dtype=np.int64)
    for code, kept in folded.items():
        sizes[code] = len(kept)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return text.translate(folded), np.repeat(np.arange(len(text)), sizes[codes])


def _folded(character: str) -> str:
    plain = unicodedata.normalize("NFKC", character).casefold()
    return "".join(one for one in plain if one.isalnum())
