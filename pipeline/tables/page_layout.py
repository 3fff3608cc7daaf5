"""PDF page → words and ruling lines with their upright positions, from pdfium.

Positions are in points from the top left corner of the page, x to the right and y down, after turning the page so that
most of its text reads from left to right. This covers /Rotate as well as text drawn sideways.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from ctypes import byref, c_float, c_int, create_string_buffer
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ragatta.pipeline.documents.parsers._forms import forms_of
from ragatta.pipeline.documents.parsers._objects import objects_of
from ragatta.pipeline.documents.parsers._shapeless import text_of
from ragatta.pipeline.tables.model import LEADERS

Box = tuple[float, float, float, float]  # left, top, right, bottom
Place = tuple[float, float]
_Turn = Callable[[float, float], Place]

GAP = 0.25  # of a character's height: a wider gap between two characters parts words, whatever the text says
SAMPLE = 300  # characters that vote on which way a page is turned
THIN = 2.5  # points: a filled area no thicker than this is a ruling line
MOST_RULING_LINES = 20_000  # a drawing with more strokes is a map or a plot, and no table's frame
_HYPHENS = (0x2, 0xFFFE)  # pdfium's marks for a hyphen at the end of a line
_TURNS: dict[int, _Turn] = {  # by the angle of the text, clockwise in page space (y up); to y down
    0: lambda x, y: (x, -y),
    90: lambda x, y: (-y, -x),
    180: lambda x, y: (-x, y),
    270: lambda x, y: (y, x),
}


@dataclass(frozen=True, slots=True)
class Word:
    """`at`: the number of characters that count (pipeline/tables/model.py) before it in pdfium's text of the page."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    at: int
    font: str = ""

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A straight stroke: horizontal ones have top == bottom, vertical ones left == right."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def horizontal(self) -> bool:
        return self.right - self.left >= self.bottom - self.top


@dataclass(frozen=True, slots=True)
class PageLayout:
    """What is drawn on one page. Words come in the order of pdfium's text."""

    words: tuple[Word, ...]
    ruling_lines: tuple[RulingLine, ...]


def read_layout(page: Any) -> PageLayout:
    """The words and ruling lines of a pypdfium2 page."""
    textpage = text_of(page, objects_of(page))
    try:
        angle = text_angle(textpage)
        turn = _turned(page, angle)
        words = tuple(_words(textpage, angle, turn))
    finally:
        textpage.close()
    return PageLayout(words, tuple(_ruling_lines(page, turn)) if words else ())


def _turned(page: Any, angle: int) -> _Turn:
    """Maps a position in page space to the turned page, from its top left corner, so that positions on different pages
    compare."""
    turn, (left, bottom, right, top) = _TURNS[angle], page.get_bbox()
    (x0, y0), (x1, y1) = turn(left, bottom), turn(right, top)
    x, y = min(x0, x1), min(y0, y1)

    def placed(across: float, up: float) -> Place:
        at = turn(across, up)
        return at[0] - x, at[1] - y

    return placed


def text_angle(textpage: Any) -> int:
    """The direction of most of the text, in degrees: 0, 90, 180 or 270."""
    import pypdfium2.raw as pdfium

    characters = pdfium.FPDFText_CountChars(textpage)
    votes = Counter(_quarter(textpage, at) for at in range(0, characters, max(1, characters // SAMPLE)))
    return max(votes, key=lambda angle: (votes[angle], -angle)) if votes else 0


def _quarter(textpage: Any, at: int) -> int:
    import pypdfium2.raw as pdfium

    return round(math.degrees(pdfium.FPDFText_GetCharAngle(textpage, at)) / 90) * 90 % 360


def _words(textpage: Any, angle: int, turn: _Turn) -> Iterator[Word]:
    """Runs of characters without a space, a gap or a new line between them. Text in other directions is left out."""
    import pypdfium2.raw as pdfium

    rect = pdfium.FS_RECTF()
    text, box, begun, count = "", (0.0, 0.0, 0.0, 0.0), (0, 0), 0

    def word() -> Iterator[Word]:
        if text and _quarter(textpage, begun[0]) == angle:
            yield Word(text, *box, begun[1], _font(textpage, begun[0]))

    for at in range(pdfium.FPDFText_CountChars(textpage)):
        code = pdfium.FPDFText_GetUnicode(textpage, at)
        character = "-" if code in _HYPHENS else chr(code)
        if not character.strip() or not character.isprintable():
            yield from word()
            text = ""
            continue
        pdfium.FPDFText_GetLooseCharBox(textpage, at, byref(rect))
        word_box = _around([turn(rect.left, rect.bottom), turn(rect.right, rect.top)])
        if text and _apart(box, word_box):
            yield from word()
            text = ""
        box = _around([box[:2], box[2:], word_box[:2], word_box[2:]]) if text else word_box
        begun = begun if text else (at, count)
        text += character
        count += character not in LEADERS
    yield from word()


def _apart(before: Box, after: Box) -> bool:
    """Whether a character does not continue the word before it."""
    height = min(before[3] - before[1], after[3] - after[1])
    overlap = min(before[3], after[3]) - max(before[1], after[1])
    return after[0] - before[2] > GAP * height or after[2] < before[0] or overlap < height / 3


def _font(textpage: Any, at: int) -> str:
    """Its name. The font of a word. Whether it is bold is not known in general, but fonts can be compared."""
    import pypdfium2.raw as pdfium

    name, flags = create_string_buffer(128), c_int()
    pdfium.FPDFText_GetFontInfo(textpage, at, name, len(name), byref(flags))
    return name.value.decode("utf-8", "replace")


def _ruling_lines(page: Any, turn: _Turn) -> list[RulingLine]:
    import pypdfium2.raw as pdfium

    found: list[RulingLine] = []
    for shape in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=4):
        found += _strokes(shape, turn)
        if len(found) > MOST_RULING_LINES:
            return []
    return found


def _strokes(shape: Any, turn: _Turn) -> Iterator[RulingLine]:
    """The horizontal and vertical strokes of a path; a filled area without outline counts only if it is thin."""
    import pypdfium2.raw as pdfium

    fill, stroke = c_int(), c_int()
    pdfium.FPDFPath_GetDrawMode(shape.raw, byref(fill), byref(stroke))
    for line in _corners(shape, turn):
        if stroke.value:
            for ends in pairwise(line):
                yield from _thin(_around(ends))
        elif fill.value and line:
            yield from _thin(_around(line))


def _around(places: Sequence[Place]) -> Box:
    xs, ys = zip(*places, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _thin(box: Box) -> Iterator[RulingLine]:
    """The area as a ruling line, or None if it is not thin."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    if height <= THIN < width:
        middle = (top + bottom) / 2
        yield RulingLine(left, middle, right, middle)
    elif width <= THIN < height:
        middle = (left + right) / 2
        yield RulingLine(middle, top, middle, bottom)


def _corners(shape: Any, turn: _Turn) -> Iterator[list[Place]]:
    """The path's lines, each as a list of upright corner positions, without curves."""
    import pypdfium2.raw as pdfium

    matrix, x, y = shape.get_matrix().multiply(forms_of(shape)), c_float(), c_float()
    line: list[Place] = []
    for at in range(pdfium.FPDFPath_CountSegments(shape.raw)):
        segment = pdfium.FPDFPath_GetPathSegment(shape.raw, at)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        pdfium.FPDFPathSegment_GetPoint(segment, byref(x), byref(y))
        place = turn(*matrix.on_point(x.value, y.value))
        if kind == pdfium.FPDF_SEGMENT_LINETO and line:
            line.append(place)
        else:
            yield line
            line = [place]
        if pdfium.FPDFPathSegment_GetClose(segment) and line:
            line.append(line[0])
    yield line
