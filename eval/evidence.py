"""Where gold evidence stands in a corpus, and what of a document an answer was written from.

All places are spans of the canonical document text (`pipeline.pages.document_text`), so that a quote cut by a
chunk border counts as soon as the context holds both sides of it. Documents are normalised once and
remembered. A quote that is a statement, several words long, says the same wherever it stands: a filing and its
mark-up share whole pages. A figure, a row of a table or an item of a list does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from eval.final import expected_items
from eval.normalise import Normal, Span
from eval.phrases import find_items
from pipeline.pages import document_text, page_starts
from pipeline.types import Answer, Chunk, Citation, Evidence, Page, Question

Corpus = Mapping[str, tuple[Page, ...]]
Place = tuple[str, int, int]  # file, and a span of its document text

STATEMENT_WORDS = 5  # and more words make a quote a statement, which says the same in another place
_WORD = re.compile(r"[^\W\d_]{2,}")  # letters: no figure, and not the "A" of "Coverage A"


@dataclass(frozen=True)
class Stretch:
    """A run of neighbouring pages of one document; `start` is where it begins in the document text."""

    start: int
    normal: Normal


@dataclass(frozen=True)
class Document:
    pages: tuple[Page, ...]

    @cached_property
    def text(self) -> str:
        return document_text(self.pages)

    @cached_property
    def page_spans(self) -> dict[int, Span]:
        starts = page_starts(self.pages)
        return {p.number: (at, at + len(p.text)) for p, at in zip(self.pages, starts, strict=True)}


class Same:
    """A document's pages as a key that is equal to itself alone: hashing all their texts would take longer than all
    else that scoring does. It holds the pages, so that what is remembered under it stays true."""

    __slots__ = ("pages",)

    def __init__(self, pages: tuple[Page, ...]) -> None:
        self.pages = pages

    def __hash__(self) -> int:
        return id(self.pages)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.pages is other.pages


def document(pages: tuple[Page, ...]) -> Document:
    return _document(Same(pages))


@lru_cache(maxsize=4096)
def _document(of: Same) -> Document:
    return Document(of.pages)


@lru_cache(maxsize=4096)
def _stretches(of: Same, numbers: tuple[int, ...]) -> tuple[Stretch, ...]:
    read = _document(of)
    runs: list[Span] = []
    previous = None
    for number in sorted(set(numbers) & read.page_spans.keys()):
        start, end = read.page_spans[number]
        if previous == number - 1:
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
        previous = number
    return tuple(Stretch(start, Normal(read.text[start:end])) for start, end in runs)


@lru_cache(maxsize=4096)
def _find(
    of: Same, numbers: tuple[int, ...], phrases: tuple[str, ...], beside: tuple[str, ...]
) -> Mapping[str, tuple[Span, ...]]:
    found: dict[str, tuple[Span, ...]] = dict.fromkeys(phrases, ())
    for stretch in _stretches(of, numbers):
        for phrase, spans in find_items(stretch.normal, phrases, beside).items():
            found[phrase] += tuple((stretch.start + start, stretch.start + end) for start, end in spans)
    return found


def locate(
    evidence: Evidence, phrases: tuple[str, ...], corpus: Corpus, beside: tuple[str, ...] = ()
) -> dict[str, list[Place]]:
    """Per phrase, where it stands on the evidence's pages, not within a longer one of them or of those `beside`
    them; nowhere if the corpus lacks the file or the page."""
    found = _find(Same(corpus.get(evidence.file, ())), evidence.pages, phrases, beside)
    return {phrase: [(evidence.file, *span) for span in spans] for phrase, spans in found.items()}


def wanted(question: Question, corpus: Corpus) -> list[tuple[str, list[Place]]]:
    """What should reach the context, with every place where it stands: for a list its expected items, on any
    page of the evidence; else each evidence's quote, or its value where there is no quote. Nothing where the
    question has no evidence, nor of evidence that is a page alone."""
    items = expected_items(question)
    if items and question.evidence:
        beside = question.also_accepted
        # Its items' evidence is often one record an item, all on one page: that page is searched once.
        named = {(e.file, e.pages): e for e in question.evidence}.values()
        found = [locate(evidence, items, corpus, beside) for evidence in named]
        return [(item, [place for places in found for place in places[item]]) for item in items]
    sought = [(evidence, evidence.quote or evidence.value) for evidence in worded(question)]
    return [(phrase, locate(evidence, (phrase,), corpus)[phrase]) for evidence, phrase in sought]


def worded(question: Question) -> tuple[Evidence, ...]:
    """The question's evidence that has words: a quote or a value, not a page alone."""
    return tuple(evidence for evidence in question.evidence if evidence.quote or evidence.value)


def statements(question: Question) -> frozenset[str]:
    """Those of the question's quotes that say the same wherever they stand; no item of a list, no bare value."""
    if expected_items(question):
        return frozenset()
    return frozenset(e.quote for e in question.evidence if is_statement(e.quote))


def is_statement(*texts: str) -> bool:
    """Whether the texts together are long enough in words to say the same wherever they stand."""
    return sum(len(_WORD.findall(text)) for text in texts) >= STATEMENT_WORDS


def reached(question: Question, answer: Answer, corpus: Corpus) -> list[tuple[str, bool]]:
    """What should reach the context, each with whether one stretch of the context holds it whole, a statement from any
    page; nothing does in a failed answer, nor what stands nowhere on its own pages. Raises ValueError if the context
    was not split from these pages."""
    shown = Shown(() if answer.status == "failed" else answer.context, corpus)
    anywhere = statements(question)
    return [(phrase, shown.has(phrase, places, phrase in anywhere)) for phrase, places in wanted(question, corpus)]


def gold_pages(question: Question) -> frozenset[tuple[str, int]]:
    """Every page that the evidence names, as (file, page), each once."""
    return frozenset((evidence.file, page) for evidence in question.evidence for page in evidence.pages)


def touched(pages: Iterable[tuple[str, int]], parts: Iterable[Chunk | Citation]) -> frozenset[tuple[str, int]]:
    """Those of the pages that a part stands on, even if only with an end."""
    spans = {(part.source_file, part.first_page, part.last_page) for part in parts}
    return frozenset((f, page) for f, page in pages if any(f == file and a <= page <= b for file, a, b in spans))


class Shown:
    """The stretches of documents that an answer was written from."""

    def __init__(self, context: Sequence[Chunk], corpus: Corpus) -> None:
        self._context = context
        self._corpus = corpus
        self._spans: dict[str, list[Span]] = {}

    def holds(self, place: Place) -> bool:
        """Whether one of the stretches holds the place whole."""
        file, start, end = place
        return any(first <= start and end <= last for first, last in self._spans_of(file))

    def has(self, phrase: str, places: Sequence[Place], anywhere: bool) -> bool:
        """Whether one of the stretches holds the phrase whole at one of its places, or `anywhere` at all."""
        if any(self.holds(place) for place in places):
            return True
        return bool(places) and anywhere and any(self.holds(place) for place in self._elsewhere(phrase))

    def _elsewhere(self, phrase: str) -> Iterator[Place]:
        """Where the phrase stands in the documents that the context is from; they are normalised once for all."""
        for file in dict.fromkeys(chunk.source_file for chunk in self._context):
            whole = Evidence(file, tuple(page.number for page in self._corpus[file]))
            yield from locate(whole, (phrase,), self._corpus)[phrase]

    def texts(self) -> Iterator[str]:
        """The text of every stretch."""
        for file in dict.fromkeys(chunk.source_file for chunk in self._context):
            text = document(self._corpus[file]).text
            yield from (text[start:end] for start, end in self._spans_of(file))

    def _spans_of(self, file: str) -> list[Span]:
        if file not in self._spans:
            self._spans[file] = list(self._united(file))
        return self._spans[file]

    def _united(self, file: str) -> Iterator[Span]:
        """Spans of the file's chunks, joined where they overlap, touch or leave out nothing but space."""
        text = document(self._corpus[file]).text
        spans = sorted(_checked(chunk, text) for chunk in self._context if chunk.source_file == file)
        while spans:
            start, end = spans.pop(0)
            while spans and not text[end : spans[0][0]].strip():
                end = max(end, spans.pop(0)[1])
            yield start, end


def _checked(chunk: Chunk, document_text: str) -> Span:
    """The chunk's span. Raises ValueError if the chunk was not split from this text (one that is kept as a
    mere span, without its text, is checked for its end alone)."""
    span = chunk.char_start, chunk.char_end
    original = chunk.original or chunk.text
    if chunk.char_end > len(document_text) or original not in ("", document_text[slice(*span)]):
        raise ValueError(
            f"{chunk.source_file}: chunk {chunk.id} is not what stands at {span[0]}:{span[1]}; score "
            "with the pages, read by the same parser, that the chunks were split from"
        )
    return span
