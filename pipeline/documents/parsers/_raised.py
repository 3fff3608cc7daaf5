"""Marks raised figures in a page's text: the footnote mark of "$320¹" becomes "$320^1", the power of 10⁶ "10^6", and a
lowered figure behind a figure (10₆) "10_6".

Without the mark, "$3201" and "106" are other figures. A figure is raised or lowered if its glyphs are smaller than the
first of its word and stand higher or lower. Lowered figures behind a letter, as in CO₂, stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragatta.pipeline.documents.parsers._glyphs import Edit, Glyphs

RAISED, LOWERED = "^", "_"
_WORD = re.compile(r"(?<!\S)\S+\d")  # up to its last figure
_RAISED = re.compile(r"[(\[]?[-\u2212\u2013]?\d")
_BREAK = re.compile(r"[)\]]?(\r\n ?)(?=\S)")  # behind such a figure pdfium begins a line, though the line goes on
_CLOSING = ".,;:!?)]\u201d\u2019"
_SMALLER = 0.9  # of the size before it, at most
_RISE = (0.15, 0.9)  # of the size before it: less is noise of the baseline, more is another line
_DROP = (0.05, 0.6)  # of the size before it, likewise
_SAME = 0.05  # of the size: the same baseline


def raised_marks(text: str, glyphs: Glyphs) -> Iterator[Edit]:
    """An edit that writes the mark before each raised or lowered figure, and one for each line break that is none."""
    line = 0.0
    for word in _WORD.finditer(text):
        base, last = word.start(), word.end() - 1
        height = glyphs.origin(last)[1]
        if height == line:  # as the word before it, which ends at the line's own height
            continue
        mark = _shift(glyphs, last, base)
        if not mark:
            line = height
            continue
        figures = _RAISED.finditer(text, base + 1)
        start = next(at.start() for at in figures if _shift(glyphs, at.end() - 1, base) == mark)
        if mark == RAISED or text[start - 1].isdigit():
            yield Edit(start, start, mark)
        goes_on = _BREAK.match(text, word.end())
        if goes_on and abs(glyphs.rise(goes_on.end(), base)) < _SAME * glyphs.size(base):
            yield Edit(*goes_on.span(1), " " if text[goes_on.end()] not in _CLOSING else "")


def _shift(glyphs: Glyphs, place: int, base: int) -> str:
    """How the character is marked, against the one at `base`: RAISED, LOWERED or ""."""
    rise = glyphs.rise(place, base)
    if not rise:
        return ""
    mark, (least, most) = (RAISED, _RISE) if rise > 0 else (LOWERED, _DROP)
    size = glyphs.size(base)
    return mark if least * size < abs(rise) < most * size and glyphs.size(place) < _SMALLER * size else ""
