"""Finds where a quote or the items of a list occur in a corpus, or the most similar lines if a quote does not, and
ranks places by a search with the question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ragatta.eval.matching.evidence import Corpus, Same, document, is_statement, locate
from ragatta.eval.matching.normalise import Normal
from ragatta.eval.matching.phrases import find_items
from ragatta.eval.matching.word_index import word_index
from ragatta.pipeline.annotations.values import NoSuchValue, day
from ragatta.pipeline.documents.corpus import page_at, page_starts
from ragatta.pipeline.retrieval.analyser import load
from ragatta.pipeline.retrieval.bm25 import Bm25
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.text.words import terms
from ragatta.pipeline.types import Evidence, Page

# The same day in other words: "2/16/00" where a page has "16th day of February, 2000". English; a bare "2/3/00" begins
# with the month.


_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_DATE = re.compile(
    rf"\b(?:\d{{4}}-\d\d-\d\d|\d{{1,2}}[/.-]\d{{1,2}}[/.-](?:\d{{4}}|\d\d)"
    rf"|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\s?,?\s+\d{{4}}"
    rf"|\d{{1,2}}\s?(?:st|nd|rd|th)?(?:\s+day)?(?:\s+of)?\s+{_MONTH}\s?,?\s+\d{{4}})\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s?\b(?:st|nd|rd|th)?(?:\s+day)?\s+of\b", re.IGNORECASE)


def same_day(answer: str, corpus: Corpus, files: Sequence[str] = ()) -> list[str]:
    """The dates that these pages print for the day that the answer is, in the order of the pages, each once with single
    spaces; none where the answer is no day."""
    sought = _day(answer)
    if not sought:
        return []
    texts = (page.text for file in files or corpus for page in corpus.get(file, ()))
    return list(dict.fromkeys(date for text in texts for date in _dates(text) if _day(date) == sought))


def _dates(text: str) -> Iterator[str]:
    return (" ".join(match[0].split()) for match in _DATE.finditer(text))


def _day(text: str) -> str:
    try:
        return day(re.sub(r"\s+,", ",", _BETWEEN.sub(" ", text)))
    except NoSuchValue:
        return ""


_FIGURE = re.compile(r"(?P<sign>[$€£¥])?(?P<figure>\d[\d.,]*)(?: ?(?P<unit>%|[^\W\d_]+))?")


def other_forms(answer: str) -> list[str]:
    """How else pages print a figure with its sign or unit: "$ 5" for "$5", "(3) percent", "(3) per cent" and "(3%)" for
    "3%", as contracts do behind the number in words, "(20) years" for "20 years"."""
    match = _FIGURE.fullmatch(answer.strip())
    if not match or not (match["sign"] or match["unit"]):
        return []
    sign, figure, unit = (match[name] or "" for name in ("sign", "figure", "unit"))
    if sign:
        return [f"{sign} {figure}"]
    return [f"({figure}) percent", f"({figure}) per cent", f"({figure}%)"] if unit == "%" else [f"({figure}) {unit}"]


NEAREST = 3  # passages shown for a quote that stands nowhere
SEARCHED = 5  # pages shown where there is nothing to look for but the question
MOSTLY = 0.5  # of a quote's words: lines that hold fewer are not near it
AROUND = 60  # characters shown on both sides of a place

_NAME = re.compile(r"[A-Z]?[^\W_A-Z]+|[A-Z]+")  # the words of a file's name: FeeSchedule_2024.pdf has four


@dataclass(frozen=True)
class Place:
    """A place of a quote: on one page, or over consecutive pages."""

    file: str
    pages: tuple[int, ...]
    passage: str  # the quote with what stands around it, spaces closed up
    line: int = 0  # of the first page as read, counted from 1; 0: not one line


@dataclass(frozen=True)
class SimilarLine:
    """A line of a page with most of a quote's words; `share` of them, in (0, 1]."""

    file: str
    page: int
    text: str
    share: float


def places(quote: str, corpus: Corpus, files: Sequence[str] = ()) -> list[Place]:
    """The places of a quote (file, page), normalised as in scoring, literal matches first, each page once. `files`:
    only there."""
    found: dict[tuple[str, tuple[int, ...]], Place] = {}
    for exact in (True, False):
        if found:
            break
        for file in files or (word_index(corpus).files(quote, exact) if is_statement(quote) else corpus):
            pages = corpus.get(file, ())
            whole = Evidence(file, tuple(page.number for page in pages))
            for _, start, end in locate(whole, (quote,), corpus, exact=exact)[quote]:
                place = _place(pages, start, end)
                found.setdefault((file, place.pages), place)
    return sorted(found.values(), key=lambda place: quote.casefold() not in place.passage.casefold())


def answer_places(answer: str, corpus: Corpus, files: Sequence[str] = ()) -> dict[str, list[Place]]:
    """The places of an answer by how the pages print it: as it is worded, else in another form: a day in other words, a
    figure behind its words or apart from its sign."""
    for forms in ((answer, *same_day(answer, corpus, files)), other_forms(answer)):
        found = {phrase: there for phrase in forms if (there := places(phrase, corpus, files))}
        if found:
            return found
    return {}


def _place(pages: tuple[Page, ...], start: int, end: int) -> Place:
    """The place of a span of the document text; what is shown around it is of the same pages."""
    read, starts = document(pages), page_starts(pages)
    first, last = page_at(starts, start), page_at(starts, end - 1)
    left, right = read.page_spans[first][0], read.page_spans[last][1]
    shown = read.text[max(start - AROUND, left) : min(end + AROUND, right)]
    line = read.text.count("\n", left, start) + 1
    return Place(pages[0].source_file, tuple(range(first, last + 1)), " ".join(shown.split()), line)


def ranked(
    found: Sequence[Place], query: str, corpus: Corpus, language: str = ENGLISH, files: Iterable[str] = ()
) -> list[Place]:
    """The places in the order of their pages' BM25 scores for the query, which is the question with its answer. A page
    counts with its file's name, since a question may name its document. Equal ones keep their order. `files`: in whose
    pages words are counted, by default those of the places; an index of the same files is built once."""
    scores = _scores(query, corpus, files or dict.fromkeys(place.file for place in found), language)
    return sorted(found, key=lambda place: -max(scores[place.file, page] for page in place.pages))


def searched(
    query: str, corpus: Corpus, files: Sequence[str] = (), language: str = ENGLISH, most: int = SEARCHED
) -> list[Place]:
    """The best pages of BM25 for the query, the best first, each with the line that has most of the query's words."""
    scores = _scores(query, corpus, files or corpus, language)
    best = sorted((place for place in scores if scores[place] > 0), key=lambda place: -scores[place])[:most]
    return [best_line(query, file, number, corpus) for file, number in best]


def best_line(query: str, file: str, number: int, corpus: Corpus) -> Place:
    """The line of a page, with the next one, that has most of the query's words."""
    sought = set(terms(query))
    page = next(page for page in corpus[file] if page.number == number)
    line, text = max(enumerate(_pairs(page.text), 1), key=lambda one: _share(sought, one[1]))
    return Place(file, (number,), text, line)


def _scores(query: str, corpus: Corpus, files: Iterable[str], language: str) -> dict[tuple[str, int], float]:
    """BM25 of every page of these files, of its words as written plus of their stems, by file and page."""
    read = [corpus[file] for file in files if file in corpus]
    plainly, stemmed = (index.scores(query)[0].tolist() for index in _indexes(tuple(map(Same, read)), language))
    pages = (page for one in read for page in one)
    return {(p.source_file, p.number): plainly[at] + stemmed[at] for at, p in enumerate(pages)}


@lru_cache(maxsize=4)
def _indexes(documents: tuple[Same, ...], language: str) -> tuple[Bm25, Bm25]:
    pages = [page for one in documents for page in one.pages]
    named = [f"{' '.join(_NAME.findall(page.source_file))}\n{page.text}" for page in pages]
    empty = [""] * max(2, len(named))  # padding, so that no idf is negative, and those of a single page are not 0
    texts = [*named, *empty]
    return Bm25(texts), Bm25(texts, load(language))


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


def nearest(quote: str, corpus: Corpus, files: Sequence[str] = ()) -> list[SimilarLine]:
    """On the pages with most of the quote's words, the line (with the next one) that has most of them; the best
    first."""
    sought = set(terms(quote))
    pages = [page for file in files or corpus for page in corpus.get(file, ())]
    near = sorted(pages, key=lambda page: -_share(sought, page.text))[: NEAREST * 3]
    found = []
    for page in near:
        text = max(_pairs(page.text), key=lambda two: _share(sought, two), default="")
        found.append(SimilarLine(page.source_file, page.number, text, _share(sought, text)))
    return sorted((p for p in found if p.share >= MOSTLY), key=lambda passage: -passage.share)[:NEAREST]


def _pairs(text: str) -> list[str]:
    """Each line with the next that is not empty, spaces closed up; empty for an empty line."""
    found: list[str] = []
    after = ""
    for line in reversed(text.split("\n")):
        closed = " ".join(line.split())
        found.append(f"{closed} {after}".strip() if closed else "")
        after = closed or after
    return found[::-1]


def _share(sought: set[str], text: str) -> float:
    """The share of the sought words that are in the text."""
    return len(sought & set(terms(text))) / len(sought) if sought else 0.0
