"""Aligns the passages that a system outside returns to the pages of the PDFs, by their text.

Texts are compared by their letters and digits alone, so another parser's spaces, hyphens and table lines do not matter.
A passage is sought by sampled runs of letters (seeds), and on the page that it names; the runs that passage and
document have in common become chunks of the document's own text. Only these count as shown. A passage of which less
than half stands in one place is not aligned, nor one that stands in too many places to say which was read. A passage
that takes too long to compare, such as a whole document, is aligned in pieces; where all passages of a reply take too
long the rest of them is not aligned.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import nlargest
from itertools import islice

from ragatta.extensions.contestants.alignment.effort import (
    LONGEST,
    LONGEST_TOGETHER,
    OF_PASSAGE,
    OF_REPLY,
    Effort,
    TooMuch,
)
from ragatta.extensions.contestants.alignment.letters import LetteredDocument, ends, letters
from ragatta.extensions.contestants.alignment.names import Names
from ragatta.extensions.contestants.alignment.runs import (
    SHORTEST,
    Run,
    common,
    covered,
    gaps,
    grams,
    together,
    within_pages,
)
from ragatta.pipeline.text.character_references import unescaped
from ragatta.pipeline.types import Chunk, Page

SEED = 20  # letters of a seed
EVERY = 6  # of a document's letters begins a seed
COMMON = 300  # places of a seed that tells nothing: a page's header
ENOUGH = 0.5  # of a passage's letters stand in one place
AS_GOOD = 0.9  # of the best share: the place that the passage names is preferred to another
MOST = 5  # places that hold as much
LONG = 20_000  # characters of a passage that is aligned in pieces: to compare it as a whole would take minutes
PIECE = 1_500  # characters of a piece, which ends with a line where there is one
PART = 40  # letters of a part of a passage that stands elsewhere than the rest of it
LINK = re.compile(r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)")  # a link's address in Markdown: no page shows it
TAG = re.compile(r"<!--[^<>]*-->|</?[A-Za-z][\w:-]*(?:\s[^<>]*)?/?>")  # as a search engine marks what it found
CELL = re.compile(r"\s*[^:\n]{1,60}:(?:\s+(.*))?\s*")  # of a row of a table, with its column's name
FEWEST = 8  # letters of a row's values: fewer stand in many places
LOOKED_THROUGH = 1_000  # letters of the documents a step: to seek a text as a whole is fast
FOLDED = 5  # steps that each character takes before anything is compared
OPENED = 1_000  # steps that each passage takes, whatever its text: its document is sought by its name
SOWN = 10  # steps that each place of a seed takes
MARGIN = 200  # letters on either side of the seeds that are compared


@dataclass(frozen=True)
class OutsidePassage:
    """What a system says that it read: a text, the name of a file, a page (from 1); any of them may be missing."""

    text: str = ""
    file: str = ""
    page: int | None = None


@dataclass(frozen=True)
class Aligned:
    """Where a passage stands: chunks in the passage's order, of each of the `places` that hold as much of it; none
    where it was not found, or stands in more than MOST places. `share` of its letters are in a place. `given_up`: it
    was not sought to the end."""

    chunks: tuple[Chunk, ...] = ()
    share: float = 0.0
    places: int = 0
    given_up: bool = False


@dataclass(frozen=True)
class _Stretch:
    """A stretch of a document's letters that may hold a passage."""

    file: str
    start: int
    end: int


@dataclass(frozen=True)
class _Found:
    """What a document has in common with a passage, and what others have of the rest of it."""

    file: str
    runs: tuple[Run, ...]

    @property
    def own(self) -> int:
        """Letters of the passage in the document."""
        return covered(run for run in self.runs if run.file == self.file)

    @property
    def size(self) -> int:
        """Letters of the passage in any document."""
        return covered(self.runs)


class Aligner:
    """Aligns passages to one corpus, those of a reply in so many `steps` at most. Its index is made at the first
    passage with a text, in about a second per thousand pages."""

    def __init__(self, pages: Mapping[str, tuple[Page, ...]], steps: int = OF_REPLY) -> None:
        self._steps = steps
        self._documents = {name: LetteredDocument(name, read) for name, read in pages.items()}
        self._names = Names(pages)

    def align_all(self, passages: Sequence[OutsidePassage]) -> list[Aligned]:
        """Where the passages of one reply stand, within the effort and the length of a reply; equal ones are sought
        once."""
        effort, found, left = Effort(self._steps), dict[OutsidePassage, Aligned](), LONGEST_TOGETHER
        for passage in passages:
            if passage in found:
                continue
            if (size := len(passage.text)) > min(LONGEST, left):
                found[passage] = Aligned(given_up=True)
            else:
                found[passage], left = self.align(passage, effort), left - size
        return [found[passage] for passage in passages]

    def align(self, passage: OutsidePassage, effort: Effort | None = None) -> Aligned:
        """Where the passage stands: in the document and on the page that it names where these hold as much as any
        place, and with the parts of it that stand elsewhere. A page without a text is that page."""
        effort = effort or Effort(self._steps)
        if effort.is_used_up:
            return Aligned(given_up=True)
        try:
            if len(passage.text) <= LONG:
                return self._best(passage, Effort(OF_PASSAGE, effort))
        except TooMuch:
            if len(passage.text) <= PIECE or effort.is_used_up:
                return Aligned(given_up=True)
        return self._in_pieces(passage, effort)

    def _best(self, passage: OutsidePassage, effort: Effort) -> Aligned:
        """As it is, else without its markup, else by the values of its rows."""
        found = self._aligned(passage, effort)
        if found.share < 1 and (plain := _without_markup(passage.text)) != passage.text:
            found = max(found, self._aligned(replace(passage, text=plain), effort), key=lambda one: one.share)
        if found.share < ENOUGH and (values := _values(passage.text)):
            return max(found, self._aligned(replace(passage, text=values), effort), key=lambda one: one.share)
        return found

    def _aligned(self, passage: OutsidePassage, effort: Effort) -> Aligned:
        effort.spend(OPENED + FOLDED * (len(passage.text) + len(passage.file)))
        sought, _ = letters(passage.text)
        named = self._names.find(passage.file) if passage.file else ""
        if not sought:
            page = self._documents[named].page(passage.page) if named and passage.page else None
            return Aligned((page,), 1.0, 1) if page else Aligned()
        wholes = [self._whole(sought, place, effort) for place in self._places(sought, named, effort, passage.page)]
        most = max((each.own for each in wholes), default=0)
        chosen = {each.runs[0]: each for each in wholes if each.own == most}
        share = max((each.size for each in chosen.values()), default=0) / len(sought)
        if share < ENOUGH:
            return Aligned(share=round(share, 3))
        signs = ends(passage.text)
        chunks = dict.fromkeys(self._chunk(run, len(sought), *signs) for each in chosen.values() for run in each.runs)
        return Aligned(tuple(chunks) if len(chosen) <= MOST else (), round(share, 3), len(chosen))

    def _in_pieces(self, passage: OutsidePassage, effort: Effort) -> Aligned:
        """A piece that stands in several documents stands in the one that most others stand in, if that is one."""
        pieces = [*_pieces(passage.text)]
        found = [self.align(OutsidePassage(piece, passage.file), effort) for piece in pieces]
        letters_in: Counter[str] = Counter()
        for chunk in (chunk for each in found if each.places == 1 for chunk in each.chunks):
            letters_in[chunk.source_file] += len(chunk.text)
        main = max(letters_in, key=letters_in.__getitem__, default="")
        kept = [tuple(one for one in each.chunks if one.source_file == main) or each.chunks for each in found]
        there = sum(each.share * len(piece) for each, piece in zip(found, pieces, strict=True) if each.chunks)
        share = there / len(passage.text)
        chunks = dict.fromkeys(chunk for each in kept for chunk in each)
        is_there, given_up = share >= ENOUGH, any(each.given_up for each in found)
        return Aligned(tuple(chunks) if is_there else (), round(share, 3), int(is_there), given_up)

    def _places(self, sought: str, named: str, effort: Effort, page: int | None = None) -> list[_Found]:
        """Where most of it stands in a stretch; of stretches that hold nearly as much those that are named."""
        found, best = list[_Found](), 0.0
        for stretch in dict.fromkeys([*self._on_page(named, page, len(sought)), *self._likely(sought, named, effort)]):
            if self._at_most(sought, stretch, effort) >= AS_GOOD * best:
                found.append(_Found(stretch.file, self._runs(sought, stretch, effort)))
                best = max(best, found[-1].size / len(sought))
        good = [each for each in found if each.runs and each.size >= AS_GOOD * best * len(sought)]
        inside = [each for each in good if each.file == named]
        chosen = [each for each in inside if self._is_on(each, page)] or inside or good
        most = max((each.size for each in chosen), default=0)
        return [each for each in chosen if each.size == most]

    def _whole(self, sought: str, place: _Found, effort: Effort) -> _Found:
        """The place of a passage, and the parts that it lacks, wherever these stand: in its document if they do."""
        runs = self._together(place)
        waiting = gaps(runs, 0, len(sought))
        while waiting:
            start, end = waiting.pop()
            if end - start > PIECE:  # as of a passage that is aligned in pieces
                waiting.append((start + PIECE, end))
                end = start + PIECE
            elif end - start < PART:
                continue
            parts = [self._together(each) for each in self._places(sought[start:end], place.file, effort)]
            parts = [[run._replace(begin=start + run.begin) for run in part] for part in parts]
            if 0 < len(parts) <= MOST and covered(parts[0]) >= PART:
                runs += [run for part in parts for run in part]
                waiting += gaps(parts[0], start, end)
        return _Found(place.file, tuple(sorted(runs)))

    def _together(self, place: _Found) -> list[Run]:
        return together(place.runs, self._documents[place.file].borders)

    def _chunk(self, run: Run, length: int, before: str = "", after: str = "") -> Chunk:
        """The text of a run of a passage of that many letters, which has these signs at its ends."""
        end = run.begin + run.size
        return self._documents[run.file].chunk(
            run.at, run.at + run.size, "" if run.begin else before, after if end == length else ""
        )

    def _is_on(self, found: _Found, page: int | None) -> bool:
        chunks = (self._chunk(run, 0) for run in found.runs) if page else ()
        return any(chunk.first_page <= page <= chunk.last_page for chunk in chunks if page)

    def _at_most(self, sought: str, stretch: _Stretch, effort: Effort) -> float:
        """The share of a passage's letters that stand in a stretch in whatever order: to compare them takes longer."""
        effort.spend(2 * (stretch.end - stretch.start + len(sought)))
        there = {*grams(self._documents[stretch.file].letters[stretch.start : stretch.end])}
        covered = done = 0
        for at, gram in enumerate(grams(sought)):
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

    def _likely(self, sought: str, named: str, effort: Effort) -> Iterator[_Stretch]:
        """Where it may stand, in the named document and anywhere, the likeliest first."""
        every = [stretch for stretch, _ in sorted(self._sown(sought, effort), key=lambda found: -found[1])]
        yield from [stretch for stretch in every if stretch.file == named][: MOST + 1]
        yield from every[: MOST + 1]

    def _sown(self, sought: str, effort: Effort) -> Iterator[tuple[_Stretch, float]]:
        """Where it stands as a whole; else of each document the stretches with the most of its seeds, and how many they
        have."""
        effort.spend(self._size // LOOKED_THROUGH)
        whole = [
            _Stretch(name, *span)
            for name, document in self._documents.items()
            for span in islice(document.find(sought), MOST + 1)
        ]
        yield from ((stretch, 1) for stretch in whole)
        if whole or len(sought) < SEED + EVERY:
            return
        hits: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for begin in range(len(sought) - SEED + 1):
            places = self._seeds.get(sought[begin : begin + SEED], ())
            effort.spend(1)
            for name, at in places if len(places) <= COMMON else ():
                hits[name].append((at, 1 / len(places)))
        for name, at_seeds in hits.items():
            effort.spend(SOWN * len(at_seeds))
            yield from self._densest(name, sorted(at_seeds), len(sought))

    def _densest(self, name: str, hits: Sequence[tuple[int, float]], length: int) -> Iterator[tuple[_Stretch, float]]:
        windows: dict[int, float] = defaultdict(float)
        for at, weight in hits:
            windows[at // length] += weight
        for window in nlargest(MOST + 1, windows, key=windows.__getitem__):
            inside = [hit for hit in hits if (window - 1) * length <= hit[0] < (window + 2) * length]
            stretch = _Stretch(name, max(0, inside[0][0] - MARGIN), inside[-1][0] + SEED + length + MARGIN)
            yield stretch, sum(weight for _, weight in inside)

    def _runs(self, sought: str, stretch: _Stretch, effort: Effort) -> tuple[Run, ...]:
        """What passage and stretch have in common, in order."""
        document = self._documents[stretch.file]
        found = common(sought, document.letters[stretch.start : stretch.end], effort)
        runs = (Run(begin, stretch.file, stretch.start + at, size) for begin, at, size in found)
        return tuple(within_pages(run, document.borders, len(sought)) for run in runs)

    @cached_property
    def _size(self) -> int:
        return sum(len(document.letters) for document in self._documents.values())

    @cached_property
    def _seeds(self) -> Mapping[str, Sequence[tuple[str, int]]]:
        found: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for name, document in self._documents.items():
            text = document.letters
            for at in range(0, len(text) - SEED + 1, EVERY):
                found[text[at : at + SEED]].append((name, at))
        return found


def _without_markup(text: str) -> str:
    """Without addresses of links in Markdown, without tags, and with the signs that entities stand for."""
    return TAG.sub("", unescaped(TAG.sub("", LINK.sub("]", text))))


def _values(text: str) -> str:
    """The cells of rows that a loader wrote as "column: value", each on a line or between "|"; "" of any other text."""
    cells = [CELL.fullmatch(part) for part in re.split(r"[\n|]", text) if part.strip()]
    values = "\n".join(cell[1] or "" for cell in cells if cell)
    return values if len(cells) > 1 and all(cells) and len(letters(values)[0]) >= FEWEST else ""


def _pieces(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = text.rfind("\n", start + PIECE // 2, start + PIECE) + 1 or start + PIECE
        yield text[start:end]
        start = end
