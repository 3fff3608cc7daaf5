"""Puts a page's text into reading order where pdfium gives columns row by row (`_order`)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ragatta.pipeline.documents.parsers._glyphs import Edit, Glyphs, edited
from ragatta.pipeline.documents.parsers._hyphens import MARK
from ragatta.pipeline.documents.parsers._order import GUTTER, LEAST, Line, Span, Word, reading_order

UNORDERED = "pages too long to be put in order"  # as an outcome counts them
MOST = 20_000  # words of a page
_LINE = re.compile(f"[^\\r\\n{MARK}]+{MARK}?")
_WORD = re.compile(f"[^\\s{MARK}]+{MARK}?")
_LEVEL = 0.2  # of the font's size: words on one height
_SAMPLE = 6  # lines of a page
_WORDS = 7  # of a line that two columns share
_LONG = 20  # characters of a line of one column
_FAR = 60.0  # points that a line of the next column begins to the right, at least


def in_reading_order(text: str, glyphs: Glyphs, edits: Iterable[Edit]) -> tuple[str, bool]:
    """The text with `edits`, in reading order, and whether it has too many words to be put in order."""
    edits = list(edits)
    if not _may_have_columns(text, glyphs):
        return edited(text, edits), False
    if text.count(" ") + text.count("\n") > MOST:
        return edited(text, edits), True
    spans = reading_order(list(_lines(text, glyphs)))
    return (_arranged(text, list(_merged(text, spans)), edits) if spans else edited(text, edits)), False


def _may_have_columns(text: str, glyphs: Glyphs) -> bool:
    """A quick look, which finds all pages with columns that are drawn row by row, and others."""
    lines = [line.span() for line in _LINE.finditer(text)]
    return _has_shared_gaps(text, lines, glyphs) or _goes_to_and_fro(lines, glyphs)


def _has_shared_gaps(text: str, lines: list[Span], glyphs: Glyphs) -> bool:
    """Whether lines have a wide gap before the same place, or go back to the left, in a sample of the lines."""
    wide = [(start, end) for start, end in lines if text.count(" ", start, end) >= _WORDS]
    found: Counter[int] = Counter()
    back = 0
    for start, end in wide[:: len(wide) // _SAMPLE + 1]:
        places = [word.start() for word in _WORD.finditer(text, start, end)]
        lefts = [left for left, _ in glyphs.origins(places)]
        width = (lefts[-1] - lefts[0]) / (places[-1] - places[0] or 1)  # of a character
        for at in range(2, len(lefts)):
            step, first = lefts[at] - lefts[at - 1], places[at - 1]
            back += step < -_FAR
            if step > (places[at] - first + 1) * width and text[places[at]].isalpha() and text[first].isalpha():
                found[round(lefts[at] / 6)] += 1
    return back >= LEAST or any(found[at] + found[at + 1] >= 3 for at in list(found))


def _goes_to_and_fro(lines: list[Span], glyphs: Glyphs) -> bool:
    """Whether lines are drawn beside the line before them."""
    starts = glyphs.origins([start for start, end in lines if end - start >= _LONG])
    beside = (two[0] - one[0] > _FAR and abs(one[1] - two[1]) < _FAR / 2 for one, two in pairwise(starts))
    return sum(beside) >= LEAST


def _lines(text: str, glyphs: Glyphs) -> Iterator[Line]:
    """The lines as drawn: pdfium goes on in a line where the next words stand a little higher or lower beside it."""
    for line in _LINE.finditer(text):
        words: list[Word] = []
        size = 1.0
        for found in _WORD.finditer(text, *line.span()):
            word = _boxed(found, glyphs)
            if words and _is_beside(words[-1], word, size):
                yield Line(tuple(words), size)
                words = []
            if not words:
                size = glyphs.size(word.start) or 1.0
            words.append(word)
        if words:
            yield Line(tuple(words), size)


def _boxed(found: re.Match[str], glyphs: Glyphs) -> Word:
    left, base = glyphs.origin(found.start())
    return Word(found[0], found.start(), left, glyphs.right(found.end() - 1), base)


def _is_beside(word: Word, other: Word, size: float) -> bool:
    apart = other.left < word.left or other.left - word.right > GUTTER * size
    return apart and abs(word.base - other.base) > _LEVEL * size


def _merged(text: str, spans: list[Span]) -> Iterator[Span]:
    """The spans, those that follow each other in the text as one."""
    first, last = spans[0]
    for start, end in spans[1:]:
        if start < last or text[last:start].strip():
            yield first, last
            first = start
        last = end
    yield first, last


def _arranged(text: str, spans: list[Span], edits: list[Edit]) -> str:
    parts = []
    for start, end in spans:
        inside = (edit for edit in edits if start <= edit.start <= end and edit.end <= end)
        shifted = (Edit(edit.start - start, edit.end - start, edit.text) for edit in inside)
        parts.append(re.sub(f"{MARK}$", "-", edited(text[start:end], shifted)))
    return "\n".join(parts)
