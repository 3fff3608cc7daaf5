"""Marks raised figures in a page's text: the footnote mark of "$320¹" becomes "$320^1", the power of 10⁶ "10^6", and a
lowered figure behind a figure (10₆) "10_6". A fraction of small figures (33⅓) is set apart, "33 1/3", and a raised "0"
of a font of signs is a prime (a′).

Without the mark, "$3201", "106" and "331/3" are other figures. A figure is raised or lowered if its glyphs are smaller
than the first of its word and stand higher or lower. Lowered figures behind a letter, as in CO₂, stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragatta.pipeline.documents.parsers._glyphs import Edit, Glyphs

RAISED, LOWERED, PRIME = "^", "_", "\u2032"
# TeX's fonts of signs, in which the code of "0" is a prime; they often do not say so.
_SYMBOLS = re.compile("(?:CMB?|MT|PX|TX)SY")
_LAST = re.compile(r"(?<=\S)\d(?=[^\s\d]*(?!\S)|[/\u2044]\d)")  # figure of a word, or before a stroke in it
_UNDER = re.compile(r"(\r\n ?)?([/\u2044])(\r\n ?)?\d")  # the lower part of a fraction
_RAISED = re.compile(r"[(\[]?[-\u2212\u2013]?\d")
_BREAK = re.compile(r"[)\]]?(\r\n ?)(?=\S)")  # behind such a figure pdfium begins a line, though the line goes on
_CLOSING = ".,;:!?)]\u201d\u2019"
_SMALLER = 0.9  # of the size before it, at most
_RISE = (0.15, 0.9)  # of the size before it: less is noise of the baseline, more is another line
_DROP = (0.05, 0.6)  # of the size before it, likewise
_SAME = 0.05  # of the size: the same baseline


def raised_marks(text: str, glyphs: Glyphs) -> Iterator[Edit]:
    """An edit that writes the mark before each raised or lowered figure, and one for each line break that is none."""
    line, marked = 0.0, -1
    base = before = 0
    figures = [figure.start() for figure in _LAST.finditer(text)]
    for last, (_, height) in zip(figures, glyphs.origins(figures), strict=True):
        if height == line:  # as the word before it, which ends at the line's own height
            continue
        base, before = _start(text, last, base, before), last
        mark = _shift(glyphs, last, base) if glyphs.origin(base)[1] != height else ""
        if not mark:
            line = height
            continue
        parts = _RAISED.finditer(text, base + 1)
        start = next(at.start() for at in parts if _shift(glyphs, at.end() - 1, base) == mark)
        if start == marked:
            continue
        marked = start
        if under := _fraction(text, last, base, glyphs):
            yield Edit(start, start, " " if text[start - 1].isdigit() else "")
            yield from (Edit(*under.span(part), "") for part in (1, 3) if under[part])
            continue
        if _SYMBOLS.match(glyphs.font(start)) and not text[start : last + 1].strip("0"):
            yield Edit(start, last + 1, PRIME * (last + 1 - start))
        elif mark == RAISED or text[start - 1].isdigit():
            yield Edit(start, start, mark)
        goes_on = _BREAK.match(text, last + 1)
        if goes_on and abs(glyphs.rise(goes_on.end(), base)) < _SAME * glyphs.size(base):
            yield Edit(*goes_on.span(1), " " if text[goes_on.end()] not in _CLOSING else "")


def _fraction(text: str, last: int, base: int, glyphs: Glyphs) -> re.Match[str] | None:
    """What is under the upper part of a fraction that ends at `last`: a full stroke and a small figure."""
    under, size = _UNDER.match(text, last + 1), glyphs.size(base)
    if not under or glyphs.size(under.end() - 1) >= _SMALLER * size:
        return None
    return under if abs(glyphs.rise(under.start(2), base)) < _SAME * size else None


def _start(text: str, place: int, base: int, before: int) -> int:
    """Where the word at `place` begins. The word at `before`, an earlier place, begins at `base`: only the characters
    between the two are read, which keeps a page of one long word fast."""
    return next((at for at in range(place, before, -1) if text[at - 1].isspace()), base)


def _shift(glyphs: Glyphs, place: int, base: int) -> str:
    """How the character is marked, against the one at `base`: RAISED, LOWERED or ""."""
    rise = glyphs.rise(place, base)
    if not rise:
        return ""
    mark, (least, most) = (RAISED, _RISE) if rise > 0 else (LOWERED, _DROP)
    size = glyphs.size(base)
    return mark if least * size < abs(rise) < most * size and glyphs.size(place) < _SMALLER * size else ""
