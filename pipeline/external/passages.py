"""Aligns the passages that a system outside returns to the pages of the PDFs, by their text.

Texts are compared by their letters and digits alone, so another parser's spaces, hyphens and table lines do not matter.
A passage is sought by sampled runs of letters (seeds), and on the page that it names; the runs that passage and
document have in common become chunks of the document's own text. Only these count as shown. A passage of which less
than half stands in one place is not aligned, nor one that stands in too many places to say which was read. A very long
passage, such as a whole document, is aligned in pieces.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import Match, SequenceMatcher
from functools import cached_property
from heapq import nlargest

from ragatta.pipeline.external.letters import Lettered, ends, letters
from ragatta.pipeline.external.names import Names
from ragatta.pipeline.types import Chunk, Page

STAGE = "alignment"  # of an answer's trace; Ragatta's own, so its seconds are none of the system's
SEED = 20  # letters of a seed
EVERY = 6  # of a document's letters begins a seed
COMMON = 300  # places of a seed that tells nothing: a page's header
SHORTEST = 12  # letters of a run that counts
ENOUGH = 0.5  # of a passage's letters stand in one place
AS_GOOD = 0.9  # of the best share: the place that the passage names is preferred to another
MOST = 5  # places that hold as much
LONG_RUN = 48  # letters of a run that is sought before shorter ones
LONG = 20_000  # characters of a passage that is aligned in pieces: to compare it as a whole would take minutes
PIECE = 1_500  # characters of a piece, which ends with a line where there is one
MARGIN = 200  # letters on either side of the seeds that are compared


@dataclass(frozen=True)
class Passage:
    """What a system says that it read: a text, the name of a file, a page (from 1); any of them may be missing."""

    text: str = ""
    file: str = ""
    page: int | None = None


@dataclass(frozen=True)
class Aligned:
    """Where a passage stands: chunks in the passage's order, of each of the `places` that hold as much of it; none
    where it was not found, or stands in more than MOST places. `share` of its letters are in a place."""

    chunks: tuple[Chunk, ...] = ()
    share: float = 0.0
    places: int = 0


@dataclass(frozen=True)
class _Stretch:
    """A stretch of a document's letters that may hold a passage."""

    file: str
    start: int
    end: int


@dataclass(frozen=True)
class _Found:
    """What a stretch has in common with a passage."""

    file: str
    chunks: tuple[Chunk, ...]
    share: float

    def is_on(self, page: int | None) -> bool:
        return any(chunk.first_page <= page <= chunk.last_page for chunk in self.chunks) if page else False


class Aligner:
    """Aligns passages to one corpus. Its index is made at the first passage with a text, in about a second per thousand
    pages."""

    def __init__(self, pages: Mapping[str, tuple[Page, ...]]) -> None:
        self._documents = {name: Lettered(name, read) for name, read in pages.items()}
        self._names = Names(pages)

    def align(self, passage: Passage) -> Aligned:
        """Where the passage stands: in the document and on the page that it names where these hold as much as any
        place. A page without a text is that page."""
        if len(passage.text) > LONG:
            return self._in_pieces(passage)
        sought, _ = letters(passage.text)
        named = self._names.find(passage.file) if passage.file else ""
        if not sought:
            page = self._documents[named].page(passage.page) if named and passage.page else None
            return Aligned((page,), 1.0, 1) if page else Aligned()
        likely = dict.fromkeys([*self._on_page(named, passage.page, len(sought)), *self._likely(sought, named)])
        found, best = list[_Found](), 0.0
        for stretch in likely:
            if self._at_most(sought, stretch) >= AS_GOOD * best:
                found.append(self._found(passage.text, sought, stretch))
                best = max(best, found[-1].share)
        if best < ENOUGH:
            return Aligned(share=round(best, 3))
        good = [each for each in found if each.share >= AS_GOOD * best]
        inside = [each for each in good if each.file == named]
        chosen = [each for each in inside if each.is_on(passage.page)] or inside or good
        most = max(each.share for each in chosen)
        places = {each.chunks[0].id: each for each in chosen if each.share == most}
        chunks = [chunk for each in places.values() for chunk in each.chunks]
        return Aligned(tuple(chunks) if len(places) <= MOST else (), round(most, 3), len(places))

    def _in_pieces(self, passage: Passage) -> Aligned:
        """A piece that stands in several documents stands in the one that most others stand in, if that is one."""
        pieces = [*_pieces(passage.text)]
        found = [self.align(Passage(piece, passage.file)) for piece in pieces]
        letters_in: Counter[str] = Counter()
        for chunk in (chunk for each in found if each.places == 1 for chunk in each.chunks):
            letters_in[chunk.source_file] += len(chunk.text)
        main = max(letters_in, key=letters_in.__getitem__, default="")
        kept = [tuple(one for one in each.chunks if one.source_file == main) or each.chunks for each in found]
        there = sum(each.share * len(piece) for each, piece in zip(found, pieces, strict=True) if each.chunks)
        share = there / len(passage.text)
        chunks = dict.fromkeys(chunk for each in kept for chunk in each)
        return Aligned(tuple(chunks) if share >= ENOUGH else (), round(share, 3), int(share >= ENOUGH))

    def _found(self, text: str, sought: str, stretch: _Stretch) -> _Found:
        document, runs = self._documents[stretch.file], self._runs(sought, stretch)
        before, after = ends(text)
        chunks = tuple(
            document.chunk(at, at + size, before if not begin else "", after if begin + size == len(sought) else "")
            for begin, at, size in runs
        )
        return _Found(stretch.file, chunks, sum(size for _, _, size in runs) / len(sought))

    def _at_most(self, sought: str, stretch: _Stretch) -> float:
        """The share of a passage's letters that stand in a stretch in whatever order: to compare them takes longer."""
        there = {*_grams(self._documents[stretch.file].letters[stretch.start : stretch.end])}
        covered = done = 0
        for at, gram in enumerate(_grams(sought)):
            if gram in there:
                covered += at + SHORTEST - max(at, done)
                done = at + SHORTEST
        return covered / len(sought) if len(sought) >= SHORTEST else 1.0

    def _on_page(self, named: str, page: int | None, length: int) -> Iterator[_Stretch]:
        """The named page, and as much after it as the passage is long."""
        if named and page:
            start, end = self._documents[named].letters_of(page)
            if start < end:
                yield _Stretch(named, start, end + length)

    def _likely(self, sought: str, named: str) -> Iterator[_Stretch]:
        """Where it may stand, in the named document and anywhere, the likeliest first."""
        every = [stretch for stretch, _ in sorted(self._sown(sought), key=lambda found: -found[1])]
        yield from [stretch for stretch in every if stretch.file == named][: MOST + 1]
        yield from every[: MOST + 1]

    def _sown(self, sought: str) -> Iterator[tuple[_Stretch, float]]:
        """Where it stands as a whole; else of each document the stretches with the most of its seeds, and how many they
        have."""
        whole = [_Stretch(name, *span) for name, document in self._documents.items() for span in document.find(sought)]
        yield from ((stretch, 1) for stretch in whole)
        if whole or len(sought) < SEED + EVERY:
            return
        hits: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for begin in range(len(sought) - SEED + 1):
            places = self._seeds.get(sought[begin : begin + SEED], ())
            for name, at in places if len(places) <= COMMON else ():
                hits[name].append((at, 1 / len(places)))
        for name, at_seeds in hits.items():
            yield from self._densest(name, sorted(at_seeds), len(sought))

    def _densest(self, name: str, hits: Sequence[tuple[int, float]], length: int) -> Iterator[tuple[_Stretch, float]]:
        windows: dict[int, float] = defaultdict(float)
        for at, weight in hits:
            windows[at // length] += weight
        for window in nlargest(MOST + 1, windows, key=windows.__getitem__):
            inside = [hit for hit in hits if (window - 1) * length <= hit[0] < (window + 2) * length]
            stretch = _Stretch(name, max(0, inside[0][0] - MARGIN), inside[-1][0] + SEED + length + MARGIN)
            yield stretch, sum(weight for _, weight in inside)

    def _runs(self, sought: str, stretch: _Stretch) -> list[tuple[int, int, int]]:
        """What passage and stretch have in common, in order: where each run of letters begins in the passage and in the
        document, and how many letters it has. Runs are matched by the SHORTEST letters that begin at each letter."""
        text = self._documents[stretch.file].letters
        at = text.find(sought, stretch.start, stretch.end)
        if at >= 0:
            return [(0, at, len(sought))]
        runs, done = [], 0
        for block in _blocks(sought, text[stretch.start : stretch.end]):
            twice = max(0, done - block.a)  # the end of the run before is the beginning of this one
            size = block.size + SHORTEST - 1 - twice
            if block.size and size > 0:
                runs.append((block.a + twice, stretch.start + block.b + twice, size))
                done = block.a + twice + size
        return runs

    @cached_property
    def _seeds(self) -> Mapping[str, Sequence[tuple[str, int]]]:
        found: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for name, document in self._documents.items():
            text = document.letters
            for at in range(0, len(text) - SEED + 1, EVERY):
                found[text[at : at + SEED]].append((name, at))
        return found


def _pieces(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = text.rfind("\n", start + PIECE // 2, start + PIECE) + 1 or start + PIECE
        yield text[start:end]
        start = end


def _blocks(sought: str, there: str) -> Iterator[Match]:
    """The matching blocks of the grams of two texts. Blocks of many letters are found first, by longer grams: in tables
    short ones stand everywhere, and to compare all of them takes seconds."""
    ours, theirs, done = _grams(sought), _grams(there), Match(0, 0, 0)
    long = SequenceMatcher(None, _grams(sought, LONG_RUN), _grams(there, LONG_RUN), autojunk=False)
    wide = [Match(a, b, size + LONG_RUN - SHORTEST) for a, b, size in long.get_matching_blocks() if size]
    for block in [*wide, Match(len(ours), len(theirs), 0)]:
        a, b = done.a + done.size, done.b + done.size
        between = SequenceMatcher(None, ours[a : block.a], theirs[b : block.b], autojunk=False)
        yield from (Match(a + own.a, b + own.b, own.size) for own in between.get_matching_blocks() if own.size)
        twice = max(0, a - block.a, b - block.b)  # what the block before has of it
        if block.size > twice:
            done = Match(block.a + twice, block.b + twice, block.size - twice)
            yield done


def _grams(text: str, size: int = SHORTEST) -> list[str]:
    return [text[at : at + size] for at in range(len(text) - size + 1)]
