"""Marks raised figures in a page's text: the footnote mark of "$320¹" becomes "$320^1", the power of 10⁶ "10^6".

Without the mark, "$3201" and "106" are other figures. A figure is raised if its glyphs are smaller than the first of
its word and stand higher. Lowered figures, as in CO₂, stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragatta.pipeline.documents.parsers._glyphs import Edit, Glyphs

MARK = "^"
_WORD = re.compile(r"(?<!\S)\S+\d")  # up to its last figure
_RAISED = re.compile(r"[(\[]?[-\u2212\u2013]?\d")
_BREAK = re.compile(r"[)\]]?(\r\n ?)(?=\S)")  # behind a raised figure pdfium begins a line, though the line goes on
_CLOSING = ".,;:!?)]\u201d\u2019"
_SMALLER = 0.9  # of the size before it, at most
_RISE = (0.15, 0.9)  # of the size before it: less is noise of the baseline, more is another line
_SAME = 0.05  # of the size: the same baseline


def raised_marks(text: str, glyphs: Glyphs) -> Iterator[Edit]:
    """An edit that writes `MARK` before each raised figure, and one for each line break that is none."""
    line = 0.0
    for word in _WORD.finditer(text):
        base, last = word.start(), word.end() - 1
        height = glyphs.origin(last)[1]
        if height == line:  # as the word before it, which ends at the line's own height
            continue
        if not _is_raised(glyphs, last, base):
            line = height
            continue
        start = next(at.start() for at in _RAISED.finditer(text, base + 1) if _is_raised(glyphs, at.end() - 1, base))
        yield Edit(start, start, MARK)
        goes_on = _BREAK.match(text, word.end())
        if goes_on and abs(glyphs.rise(goes_on.end(), base)) < _SAME * glyphs.size(base):
            yield Edit(*goes_on.span(1), " " if text[goes_on.end()] not in _CLOSING else "")


def _is_raised(glyphs: Glyphs, place: int, base: int) -> bool:
    rise = glyphs.rise(place, base)
    if rise <= 0:
        return False
    size = glyphs.size(base)
    return _RISE[0] * size < rise < _RISE[1] * size and glyphs.size(place) < _SMALLER * size
