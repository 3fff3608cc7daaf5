"""Finds where a quote or the items of a list occur in a corpus, or the most similar lines if a quote does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragatta.eval.evidence import Corpus, document, locate
from ragatta.eval.normalise import Normal
from ragatta.eval.phrases import find_items
from ragatta.pipeline.documents.corpus import page_at, page_starts
from ragatta.pipeline.text.words import terms
from ragatta.pipeline.types import Evidence, Page

NEAREST = 3  # passages shown for a quote that stands nowhere
MOSTLY = 0.5  # of a quote's words: lines that hold fewer are not near it
AROUND = 60  # characters shown on both sides of a place


@dataclass(frozen=True)
class Place:
    """A place of a quote: on one page, or over consecutive pages."""

    file: str
    pages: tuple[int, ...]
    passage: str  # the quote with what stands around it, spaces closed up


@dataclass(frozen=True)
class Passage:
    """A line of a page with most of a quote's words; `share` of them, in (0, 1]."""

    file: str
    page: int
    text: str
    share: float


def places(quote: str, corpus: Corpus, files: Sequence[str] = ()) -> list[Place]:
    """The places of a quote (file, page), normalised as in scoring, literal matches first, each page once. `files`:
    only there."""
    found: dict[tuple[str, tuple[int, ...]], Place] = {}
    for file in files or corpus:
        pages = corpus.get(file, ())
        whole = Evidence(file, tuple(page.number for page in pages))
        for _, start, end in locate(whole, (quote,), corpus)[quote]:
            place = _place(pages, start, end)
            found.setdefault((file, place.pages), place)
    return sorted(found.values(), key=lambda place: quote.casefold() not in place.passage.casefold())


def _place(pages: tuple[Page, ...], start: int, end: int) -> Place:
    """The place of a span of the document text; what is shown around it is of the same pages."""
    read, starts = document(pages), page_starts(pages)
    first, last = page_at(starts, start), page_at(starts, end - 1)
    left, right = read.page_spans[first][0], read.page_spans[last][1]
    shown = read.text[max(start - AROUND, left) : min(end + AROUND, right)]
    return Place(pages[0].source_file, tuple(range(first, last + 1)), " ".join(shown.split()))


def list_places(
    items: Sequence[str], beside: Sequence[str], corpus: Corpus, files: Sequence[str] = ()
) -> list[tuple[Place, int]]:
    """For each file with items of a list, the fewest pages with all of its items (greedy), and the number of items;
    files with most items first, then those with fewer pages. `beside`: longer phrases in which an item does not
    count."""
    found: list[tuple[Place, int]] = []
    for file in files or corpus:
        held = {
            page.number: {i for i, spans in find_items(Normal(page.text), items, beside).items() if spans}
            for page in corpus.get(file, ())
        }
        pages = _covering(held)
        if pages:
            count = len(set().union(*(held[page] for page in pages)))
            found.append((Place(file, pages, f"{count} of {len(items)} items"), count))
    return sorted(found, key=lambda place: (-place[1], len(place[0].pages)))


def _covering(held: Mapping[int, set[str]]) -> tuple[int, ...]:
    missing, chosen = set().union(*held.values()), []
    while missing:
        best = max(held, key=lambda page: (len(held[page] & missing), -page))
        chosen.append(best)
        missing -= held[best]
    return tuple(sorted(chosen))


def nearest(quote: str, corpus: Corpus, files: Sequence[str] = ()) -> list[Passage]:
    """On the pages with most of the quote's words, the line (with the next one) that has most of them; the best
    first."""
    sought = set(terms(quote))
    pages = [page for file in files or corpus for page in corpus.get(file, ())]
    near = sorted(pages, key=lambda page: -_share(sought, page.text))[: NEAREST * 3]
    found = []
    for page in near:
        lines = [line for line in page.text.splitlines() if line.strip()]
        twos = [" ".join(f"{line} {after}".split()) for line, after in zip(lines, [*lines[1:], ""], strict=True)]
        text = max(twos, key=lambda two: _share(sought, two), default="")
        found.append(Passage(page.source_file, page.number, text, _share(sought, text)))
    return sorted((p for p in found if p.share >= MOSTLY), key=lambda passage: -passage.share)[:NEAREST]


def _share(sought: set[str], text: str) -> float:
    """The share of the sought words that are in the text."""
    return len(sought & set(terms(text))) / len(sought) if sought else 0.0
