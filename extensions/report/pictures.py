"""The pages that a question's gold evidence and citations are on, with the boxes of their words.

Boxes are [left, top, right, bottom] in points from the page's upper left corner, as the words of a line stand together.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ragatta.eval.matching.evidence import Corpus, document, wanted
from ragatta.eval.matching.normalise import Span
from ragatta.experiments.counting import counted
from ragatta.experiments.results.reading import SweepResult
from ragatta.extensions.report.corpora import Reading
from ragatta.pipeline.types import Question

Box = list[float]
GAP = 1.5  # times its height from a word to the next: more is another column


@dataclass(frozen=True)
class Drawn:
    """A page as a picture, its size in points, and of each word its span of the page's text and its box: [start, end,
    left, top, right, bottom], line by line."""

    picture: bytes
    width: float
    height: float
    words: Sequence[Sequence[float]]


Draw = Callable[[Reading, str, int], Drawn | str]  # a page, counted from 1, of a file; or why it cannot be drawn


@dataclass
class Marked:
    """What is to be highlighted on a page, as spans of its document's text. `cited`: by the number of the variation."""

    gold: list[Span] = field(default_factory=list)
    cited: dict[int, list[Span]] = field(default_factory=dict)


class Pictures:
    """Numbers the pages that are drawn, each once."""

    def __init__(self, sweep: SweepResult, readings: Sequence[Reading], draw: Draw) -> None:
        self._sweep, self._readings, self._draw = sweep, readings, draw
        self._drawn: dict[tuple[str, int], Drawn | str] = {}
        self._numbers: dict[tuple[str, int], int] = {}

    def of(self, question: Question) -> list[dict[str, Any]]:
        """The question's pages, those with gold evidence first, then the most cited: {picture, gold: boxes, cited:
        [[variations], boxes]}. Pages that cannot be drawn are left out."""
        found = self._pages(question)
        order = sorted(found, key=lambda place: (not found[place].gold, -len(found[place].cited), *place[1:]))
        shown = []
        for run, file, page in order:
            marked, reading = found[run, file, page], self._readings[run]
            if (file, page) not in self._drawn:
                self._drawn[file, page] = self._draw(reading, file, page)
            drawn = self._drawn[file, page]
            if isinstance(drawn, str):
                continue
            assert reading.pages is not None
            start, _ = document(reading.pages[file]).page_spans[page]
            cited: dict[str, list[Any]] = {}
            for variation, spans in marked.cited.items():
                boxes = boxed(drawn.words, spans, start)
                cited.setdefault(repr(boxes), [[], boxes])[0].append(variation)
            number = self._numbers.setdefault((file, page), len(self._numbers))
            shown.append(
                {"picture": number, "gold": boxed(drawn.words, marked.gold, start), "cited": [*cited.values()]}
            )
        return shown

    def _pages(self, question: Question) -> Mapping[tuple[int, str, int], Marked]:
        """What is marked by (first variation that reads the documents so, file, page)."""
        found: dict[tuple[int, str, int], Marked] = {}
        first: dict[int, int] = {}
        for run, reading in enumerate(self._readings):
            if reading.pages is None:
                continue
            alike = first.setdefault(id(reading), run)
            if alike == run:
                for piece in wanted(question, reading.pages):
                    for file, start, end in piece.places:
                        for page in document(reading.pages[file]).pages_of(start, end):
                            found.setdefault((run, file, page), Marked()).gold.append((start, end))
                for one in question.evidence:  # a page may be the whole evidence
                    for page in one.pages:
                        found.setdefault((run, one.file, page), Marked())
            for file, page, spans in self._cited(run, question, reading.pages):
                marked = found.setdefault((alike, file, page), Marked())
                marked.cited.setdefault(run, []).extend(spans)
        known = [reading.pages or {} for reading in self._readings]
        return {
            (run, file, page): marked
            for (run, file, page), marked in found.items()
            if page in document(known[run].get(file, ())).page_spans
        }

    def _cited(self, run: int, question: Question, pages: Corpus) -> Iterator[tuple[str, int, list[Span]]]:
        """The pages of the passages that the answers cite. A citation names the pages of its window too: they count
        only where the passage is not in the context."""
        for row in self._sweep.runs[run].rows:
            if row.question_id != question.id:
                continue
            for answer in (row.answer, *row.answer["sub_answers"]):
                spans = {one["id"]: (one["char_start"], one["char_end"]) for one in answer["context"]}
                for cited in answer["citations"]:
                    file, passage = cited["source_file"], spans.get(cited["chunk_id"])
                    numbers = range(cited["first_page"], cited["last_page"] + 1)
                    for page in document(pages[file]).pages_of(*passage) if passage and file in pages else numbers:
                        yield file, page, [passage] if passage else []

    def as_json(self) -> list[list[Any]]:
        """Of each picture its file, page, width, height, and itself in base64."""
        return [
            [*place, one.width, one.height, b64encode(one.picture).decode()]
            for place, one in self._drawn.items()  # in the order of their numbers
            if isinstance(one, Drawn)
        ]

    def notes(self) -> list[str]:
        """Which pages are not shown, and why."""
        why = Counter(one for one in self._drawn.values() if isinstance(one, str))
        return [f"{counted(number, 'page')} not shown: {reason}." for reason, number in why.items()]


def boxed(words: Sequence[Sequence[float]], spans: Sequence[Span], start: int) -> list[Box]:
    """The boxes of the words that spans of a document's text hold, where the page's text begins at `start`; words that
    follow one another in a line have one box."""
    found: list[Box] = []
    before = -2
    for at, (first, last, left, top, right, bottom) in enumerate(words):
        if not any(begin < start + last and start + first < end for begin, end in spans):
            continue
        near = before == at - 1 and left >= found[-1][0] and left - found[-1][2] <= GAP * (bottom - top)
        if near and _same_line(found[-1], top, bottom):
            box = found[-1]
            found[-1] = [box[0], min(box[1], top), max(box[2], right), max(box[3], bottom)]
        else:
            found.append([left, top, right, bottom])
        before = at
    return found


def _same_line(box: Box, top: float, bottom: float) -> bool:
    """Whether two boxes share more than half of the lower one's height."""
    shared = min(box[3], bottom) - max(box[1], top)
    return shared > 0.5 * min(box[3] - box[1], bottom - top)
