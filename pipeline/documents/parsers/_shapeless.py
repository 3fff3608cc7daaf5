"""Letters without a shape, which pdfium leaves out of a page's text.

pdfium skips a text that is drawn with no width. So it loses single letters of fonts that are not embedded, where its
own fonts lack them (Chinese, Cyrillic), and of fonts with blank glyphs, which OCR puts behind a scan. Here they get an
outline, as thin as it takes, before the text is read. Spaces are lost, too, and stay so: pdfium sees the gap.

Fonts of the machine would give some of these letters a shape, and the page another text: pdfium gets none.

Letters whose font does not say which they are cannot be read. pdfium puts their codes in the text, or nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from ctypes import addressof, c_double, c_float, c_int, c_uint, c_void_p
from functools import cache, cached_property
from math import inf
from typing import Any
from unicodedata import category

from ragatta.pipeline.documents.parsers._glyphs import Letter, along
from ragatta.pipeline.documents.parsers._objects import Objects
from ragatta.pipeline.documents.parsers._unchecked import handle, unchecked

_LEAST = 0.01  # points: a text that is narrower is skipped (kSizeEpsilon in pdfium's cpdf_textpage.cpp)
_OUTLINE = 2 * _LEAST
_CODES = range(0x21, 0x200)  # of characters that tell whether a font has shapes
_UNSEEN = ("Cc", "Cf")  # categories of Unicode
UNNAMED = "letters that the file does not name"  # as an outcome counts them
_SAMPLED = 100  # characters of a page that are looked at, at least
_FEW = 0.01  # of a page's characters: unnamed ones that are not worth a word


@cache
def without_fonts_of_the_machine() -> None:
    """In this process pdfium then knows the fonts of a PDF and its own, and a text is the same everywhere."""
    from pypdfium2 import PdfSysfontBase

    class _NoFonts(PdfSysfontBase):  # type: ignore[misc]  # has no types
        def EnumFonts(self, *_: Any) -> None:
            """None is there, as FPDF_SYSFONTINFO says it."""

        MapFont = GetFont = EnumFonts

    _NoFonts().setup()


def text_of(page: Any, objects: Objects) -> Any:
    """The PdfTextPage of a PdfPage with these objects, with the letters that have no shape."""
    narrow = list(_narrow(objects))
    if narrow:
        before = [_outlined(text) for text in narrow]
        letters = _letters_among(narrow, page, objects)
        for text, mode, width in before:
            if text not in letters:
                _draw(text, mode, width)
    return page.get_textpage()


def _narrow(objects: Objects) -> Iterator[int]:
    """The texts that pdfium would leave out; no spaces of a font that has shapes, where those can be told."""
    texts = objects.all_texts()
    fonts = list(map(unchecked("FPDFTextObj_GetFont", c_void_p, c_void_p), texts))
    if without := {font for font in set(fonts) if not _has_shapes(font)}:
        may_lose = (text for text, font in zip(texts, fonts, strict=True) if font in without)
        yield from (text for text, left, _, right in _bounds(may_lose) if right - left < _LEAST)


def _bounds(texts: Iterable[int]) -> Iterator[tuple[int, float, float, float]]:
    """Each text with its left, bottom and right end, in points."""
    bounds_of = unchecked("FPDFPageObj_GetBounds", c_int, c_void_p, *4 * [c_void_p])
    found = (c_float * 4)()  # and the top
    into = [addressof(found) + 4 * at for at in range(4)]
    for text in texts:
        if bounds_of(text, *into):
            yield text, found[0], found[1], found[2]


class Spaces:
    """The texts of a page, but for those in forms, that have no width and are no letters."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._by_turn: dict[int, list[tuple[float, float]]] = {}

    @cached_property
    def _places(self) -> list[tuple[float, float]]:
        return [(left, low) for _, left, low, right in _bounds(self._objects.texts) if right - left < _LEAST]

    def between(self, one: Letter, two: Letter) -> bool:
        """Whether one stands between two letters of a line."""
        if one.turned not in self._by_turn:
            self._by_turn[one.turned] = sorted(along(one.turned, *place) for place in self._places)
        places = self._by_turn[one.turned]
        found = range(bisect_right(places, (one.left, inf)), bisect_right(places, (two.left, inf)))
        return any(abs(places[at][1] - one.base) <= one.size / 2 for at in found)


def _has_shapes(font: int | None) -> bool:
    """Whether an embedded font has shapes, which it then has for its letters; False where it is not embedded."""
    if unchecked("FPDFFont_GetIsEmbedded", c_int, c_void_p)(font) != 1:
        return False
    path_of = unchecked("FPDFFont_GetGlyphPath", c_void_p, c_void_p, c_uint, c_float)
    parts_of = unchecked("FPDFGlyphPath_CountGlyphSegments", c_int, c_void_p)
    return any((path := path_of(font, code, 1.0)) and parts_of(path) > 0 for code in _CODES)


def _outlined(text: int) -> tuple[int, int, float]:
    """Gives a text an outline; returns it with its mode and the width of its strokes before."""
    import pypdfium2.raw as pdfium

    width = c_float()
    mode = unchecked("FPDFTextObj_GetTextRenderMode", c_int, c_void_p)(text)
    unchecked("FPDFPageObj_GetStrokeWidth", c_int, c_void_p, c_void_p)(text, addressof(width))
    _draw(text, pdfium.FPDF_TEXTRENDERMODE_STROKE, _OUTLINE)
    return text, mode, width.value


def _draw(text: int, mode: int, width: float) -> None:
    unchecked("FPDFTextObj_SetTextRenderMode", c_int, c_void_p, c_int)(text, mode)
    unchecked("FPDFPageObj_SetStrokeWidth", c_int, c_void_p, c_float)(text, width)
    measured = unchecked("FPDFPageObj_Transform", None, c_void_p, *6 * [c_double])
    measured(text, 1, 0, 0, 1, 0, 0)


def _letters_among(narrow: list[int], page: Any, objects: Objects) -> set[int]:
    """Those of the texts that have a visible character, by the text of the page without all others."""
    active = unchecked("FPDFPageObj_SetIsActive", c_int, c_void_p, c_int)
    others = set(objects.all_texts()).difference(narrow)
    for text in others:
        active(text, 0)
    alone = page.get_textpage()
    letters = set(_with_letters(alone))
    alone.close()
    for text in others:
        active(text, 1)
    return letters


def _with_letters(textpage: Any) -> Iterator[int]:
    text_at = unchecked("FPDFText_GetTextObject", c_void_p, c_void_p, c_int)
    code_at = unchecked("FPDFText_GetUnicode", c_uint, c_void_p, c_int)
    of = handle(textpage.raw)
    for place in range(textpage.count_chars()):
        letter = chr(code_at(of, place))
        if not letter.isspace() and category(letter) not in _UNSEEN:
            yield text_at(of, place)


def unnamed(textpage: Any) -> int:
    """How many characters of a page have no Unicode value; 0 where they are few."""
    is_unnamed = unchecked("FPDFText_HasUnicodeMapError", c_int, c_void_p, c_int)
    of, count = handle(textpage.raw), textpage.count_chars()
    if not any(is_unnamed(of, place) == 1 for place in range(0, count, max(1, count // _SAMPLED))):
        return 0
    found = sum(is_unnamed(of, place) == 1 for place in range(count))
    return found if found > _FEW * count else 0
