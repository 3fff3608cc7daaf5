"""Words that run from right to left (Arabic, Persian, Hebrew) with their letters in the order in which they are read.

pdfium turns such words round by their characters. So the letters of a ligature change places, as lam and alef do, where
its font names both for one glyph, and some words, which a browser has drawn letter by letter, are left the wrong way
round. Here the places of the letters tell their order. In a ligature they all stand on one place: the order is that of
Unicode's presentation forms. Words stay where they are in their line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise
from unicodedata import normalize

from ragatta.pipeline.documents.parsers._glyphs import Edit, Glyphs, along

_FORMS = (range(0xFB1D, 0xFDFE), range(0xFE70, 0xFEFD))  # Hebrew and Arabic
_WORD = re.compile(
    "[\u05d0-\u05f2\u0620-\u065f\u066e-\u06d3\u06d5-\u06ed\u06fa-\u06ff\u0750-\u077f\ufb1d-\ufdfd\ufe70-\ufefc]{2,}"
)


def turned_words(text: str, glyphs: Glyphs) -> Iterator[Edit]:
    """An edit for each word whose letters are in another order than they are read."""
    if text.isascii():
        return
    for word in _WORD.finditer(text):
        letters = _in_order(word[0], word.start(), glyphs)
        if letters != word[0]:
            yield Edit(*word.span(), letters)


def _in_order(word: str, start: int, glyphs: Glyphs) -> str:
    turned = glyphs.letter(start).turned
    places = [round(along(turned, *place)[0], 1) for place in glyphs.origins(range(start, start + len(word)))]
    rightwards = sum((one < two) - (one > two) for one, two in pairwise(places))
    if rightwards > 0:
        word, places = word[::-1], places[::-1]
    return "".join(map(_ligature, _glyphs_of(word, places)))


def _glyphs_of(word: str, places: Sequence[float]) -> Iterator[str]:
    """The letters of each place."""
    for _, letters in groupby(zip(places, word, strict=True), lambda letter: letter[0]):
        yield "".join(letter for _, letter in letters)


def _ligature(letters: str) -> str:
    return letters[::-1] if letters not in _ligatures() and letters[::-1] in _ligatures() else letters


@cache
def _ligatures() -> frozenset[str]:
    """The letters of each ligature that Unicode has."""
    forms = (normalize("NFKC", chr(code)) for codes in _FORMS for code in codes)
    return frozenset(letters for letters in forms if len(letters) > 1)
