"""The gold evidence of a question, and where it occurs in a corpus.

Places are spans of the document text (`pipeline.documents.corpus.document_text`). Documents are normalised once and
cached. A quote that is a statement of several words counts on any page with the same words, because a filing and its
mark-up share pages. A figure, a table row or a list item counts only on its pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from ragatta.eval.final import expected_items
from ragatta.eval.matching.normalise import Loose, Normal, Span, loosened
from ragatta.eval.matching.phrases import find_items, find_loosely
from ragatta.pipeline.documents.corpus import document_text, page_at, page_starts
from ragatta.pipeline.types import Chunk, Citation, Evidence, Page, Question

LINES, CHARACTERS = 3, 300  # of a foot or a head, at most


def over_break(left: Loose, right: Loose, phrase: str) -> tuple[int, int] | None:
    """Where the phrase begins on the left page and ends on the right one; None if it does not go on there."""
    words = loosened(phrase).split(" ")
    for count in range(len(words) - 1, 0, -1):
        begin, rest = " ".join(words[:count]), " ".join(words[count:])
        at, end = left.text.rfind(begin), right.text.find(rest)
        if at < 0 or end < 0:
            continue
        started, ended = left.raw_span(at, at + len(begin)), right.raw_span(end, end + len(rest))
        whole = _whole(left, at, at + len(begin)) and _whole(right, end, end + len(rest))
        if whole and _is_short(left.raw[started[1] :]) and _is_short(right.raw[: ended[0]]):
            return started[0], ended[1]
    return None


def _is_short(text: str) -> bool:
    text = text.strip()
    return len(text) <= CHARACTERS and text.count("\n") < LINES


def _whole(text: Loose, start: int, end: int) -> bool:
    """Whether no word goes on at either side of a span."""
    before, inside, after = text.text[:start][-1:], text.text[start:end], text.text[end : end + 1]
    return not (before.isalnum() and inside[0].isalnum()) and not (after.isalnum() and inside[-1].isalnum())


Corpus = Mapping[str, tuple[Page, ...]]
Place = tuple[str, int, int]  # file, and a span of its document text

STATEMENT_WORDS = 5  # and more words make a quote a statement, which says the same in another place
_WORD = re.compile(r"[^\W\d_]{2,}")  # letters: no figure, and not the "A" of "Coverage A"


@dataclass(frozen=True)
class Stretch:
    """A run of consecutive pages of one document; `start` is its offset in the document text, `borders` are those of
    its pages."""

    start: int
    normal: Normal
    borders: tuple[Span, ...]

    @cached_property
    def loose(self) -> Loose:
        return Loose(self.normal.raw)

    @cached_property
    def pages(self) -> tuple[tuple[int, Loose], ...]:
        """Each page with its offset in the document text."""
        texts = ((start, self.normal.raw[start - self.start : end - self.start]) for start, end in self.borders)
        return tuple((start, Loose(text)) for start, text in texts)


@dataclass(frozen=True)
class Document:
    pages: tuple[Page, ...]

    @cached_property
    def text(self) -> str:
        return document_text(self.pages)

    @cached_property
    def page_spans(self) -> dict[int, Span]:
        return {p.number: (at, at + len(p.text)) for p, at in zip(self.pages, self._starts, strict=True)}

    @cached_property
    def _starts(self) -> list[int]:
        return page_starts(self.pages)

    def pages_of(self, start: int, end: int) -> range:
        """The numbers of the pages that a span of the text touches."""
        return range(page_at(self._starts, start), page_at(self._starts, end - 1) + 1)


class Same:
    """A cache key for a document's pages that compares by identity, because hashing all texts would take longer than
    scoring. It references the pages, so that the identity stays valid."""

    __slots__ = ("pages",)

    def __init__(self, pages: tuple[Page, ...]) -> None:
        self.pages = pages

    def __hash__(self) -> int:
        return id(self.pages)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.pages is other.pages


@dataclass(frozen=True)
class Piece:
    """A piece of gold evidence: a phrase and all its places on the evidence's pages. Occurrences within a longer phrase
    of `beside` do not count. The words of a `row` may be in another order in a table chunk's row. With `anywhere`,
    occurrences on other pages count too, if it occurs on its own page."""

    phrase: str
    places: tuple[Place, ...]
    beside: tuple[str, ...] = ()
    row: bool = False
    anywhere: bool = False


def document(pages: tuple[Page, ...]) -> Document:
    return _document(Same(pages))


@lru_cache(maxsize=4096)
def _document(of: Same) -> Document:
    return Document(of.pages)


@lru_cache(maxsize=4096)
def _stretches(of: Same, numbers: tuple[int, ...]) -> tuple[Stretch, ...]:
    read = _document(of)
    runs: list[list[Span]] = []
    previous = None
    for number in sorted(set(numbers) & read.page_spans.keys()):
        if previous != number - 1:
            runs.append([])
        runs[-1].append(read.page_spans[number])
        previous = number
    return tuple(Stretch(run[0][0], Normal(read.text[run[0][0] : run[-1][1]]), tuple(run)) for run in runs)


@lru_cache(maxsize=4096)
def _find(
    of: Same, numbers: tuple[int, ...], phrases: tuple[str, ...], beside: tuple[str, ...], exact: bool
) -> Mapping[str, tuple[Span, ...]]:
    stretches = _stretches(of, numbers)
    found = _united((each.start, find_items(each.normal, phrases, beside)) for each in stretches)
    if exact or all(found.get(phrase) for phrase in phrases):
        return found
    loose = _united((each.start, find_loosely(each.loose, phrases, beside)) for each in stretches)
    return {p: found.get(p) or loose.get(p) or _over_breaks(stretches, p) for p in phrases}


def _over_breaks(stretches: Iterable[Stretch], phrase: str) -> tuple[Span, ...]:
    """The places of a statement that goes on behind the foot of a page."""
    if not is_statement(phrase):
        return ()
    pages = [page for stretch in stretches for page in stretch.pages]
    found = []
    for (start, left), (after, right) in pairwise(pages):
        if start + len(left.raw) + 1 == after and (span := over_break(left, right, phrase)):
            found.append((start + span[0], after + span[1]))
    return tuple(found)


def _united(found: Iterable[tuple[int, Mapping[str, list[Span]]]]) -> dict[str, tuple[Span, ...]]:
    """The spans of each phrase in stretches, each with its start, as spans of the document."""
    united: dict[str, tuple[Span, ...]] = {}
    for at, spans_by_phrase in found:
        for phrase, spans in spans_by_phrase.items():
            united[phrase] = united.get(phrase, ()) + tuple((at + start, at + end) for start, end in spans)
    return united


def locate(
    evidence: Evidence, phrases: tuple[str, ...], corpus: Corpus, beside: tuple[str, ...] = (), exact: bool = False
) -> dict[str, list[Place]]:
    """The places of each phrase on the evidence's pages, except within a longer phrase of the evidence or of `beside`;
    empty if the corpus lacks the file or page. Unless `exact`, a phrase that is not there as it is worded is sought
    without regard to footnote marks, hyphens within words, and heads and feet of pages."""
    found = _find(Same(corpus.get(evidence.file, ())), evidence.pages, phrases, beside, exact)
    return {phrase: [(evidence.file, *span) for span in found.get(phrase, ())] for phrase in phrases}


def wanted(question: Question, corpus: Corpus) -> list[Piece]:
    """The evidence that should reach the context: for a list its expected items, on any page of the evidence; else the
    quote of each piece, or its value if it has no quote. Evidence that names only a page gives nothing."""
    items = expected_items(question)
    if items and question.evidence:
        beside = question.also_accepted
        # Its items' evidence is often one record an item, all on one page: that page is searched once.
        named = {(e.file, e.pages): e for e in question.evidence}.values()
        found = [locate(evidence, items, corpus, beside) for evidence in named]
        places = {item: tuple(place for each in found for place in each[item]) for item in items}
        return [Piece(item, places[item], (*items, *beside)) for item in items]
    return [_piece(evidence, corpus) for evidence in worded(question)]


def _piece(evidence: Evidence, corpus: Corpus) -> Piece:
    phrase = evidence.quote or evidence.value
    places = tuple(locate(evidence, (phrase,), corpus)[phrase])
    return Piece(phrase, places, row=bool(evidence.quote), anywhere=is_statement(evidence.quote))


def worded(question: Question) -> tuple[Evidence, ...]:
    """The question's evidence with a quote or a value, not only a page."""
    return tuple(evidence for evidence in question.evidence if evidence.quote or evidence.value)


def statements(question: Question) -> frozenset[str]:
    """The quotes that are statements, which mean the same on any page; no list item and no bare value."""
    if expected_items(question):
        return frozenset()
    return frozenset(e.quote for e in question.evidence if is_statement(e.quote))


def is_statement(*texts: str) -> bool:
    """Whether the texts together have enough words to be a statement, which means the same on any page."""
    return sum(len(_WORD.findall(text)) for text in texts) >= STATEMENT_WORDS


def gold_pages(question: Question) -> frozenset[tuple[str, int]]:
    """Every page that the evidence names, as (file, page), each once."""
    return frozenset((evidence.file, page) for evidence in question.evidence for page in evidence.pages)


def touched(pages: Iterable[tuple[str, int]], parts: Iterable[Chunk | Citation]) -> frozenset[tuple[str, int]]:
    """The pages that contain any of a part."""
    spans = {(part.source_file, part.first_page, part.last_page) for part in parts}
    return frozenset((f, page) for f, page in pages if any(f == file and a <= page <= b for file, a, b in spans))
