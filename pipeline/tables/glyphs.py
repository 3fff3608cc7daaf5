"""PDF page → words and rules with their places, upright: what pdfium knows of the layout.

Places are points from the top left corner of the page, x to the right and y down, after it has been turned so that
most of its text reads from left to right: a page's /Rotate and text that is drawn sideways are one case.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from ctypes import byref, c_float, c_int, create_string_buffer
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from pipeline.documents.parsers._forms import forms_of
from pipeline.tables.model import LEADERS

Box = tuple[float, float, float, float]  # left, top, right, bottom
_Turn = Callable[[float, float], tuple[float, float]]

GAP = 0.25  # of a character's height: a wider gap between two characters parts words, whatever the text says
SAMPLE = 300  # characters that vote on which way a page is turned
THIN = 2.5  # points: a filled area no thicker than this is a rule
MOST_RULES = 20_000  # a drawing with more strokes is a map or a plot, and no table's frame
_HYPHENS = (0x2, 0xFFFE)  # pdfium's marks for a hyphen at the end of a line
_TURNS: dict[int, _Turn] = {  # by the angle of the text, clockwise in page space (y up); to y down
    0: lambda x, y: (x, -y),
    90: lambda x, y: (-y, -x),
    180: lambda x, y: (-x, y),
    270: lambda x, y: (y, x),
}


@dataclass(frozen=True, slots=True)
class Word:
    """`at`: how many characters that count (pipeline/tables/model.py) stand before it in pdfium's text of the page."""

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
class Rule:
    """A straight stroke: level ones have top == bottom, upright ones left == right."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def level(self) -> bool:
        return self.right - self.left >= self.bottom - self.top


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is drawn on one page. Words come in the order of pdfium's text."""

    words: tuple[Word, ...]
    rules: tuple[Rule, ...]


def read_sheet(page: Any) -> Sheet:
    """The words and rules of a pypdfium2 page."""
    textpage = page.get_textpage()
    try:
        angle = _angle(textpage)
        words = list(_words(textpage, angle))
        rules = _rules(page, _TURNS[angle]) if words else []
    finally:
        textpage.close()
    left, top = _corner(page, _TURNS[angle])
    return Sheet(
        tuple(
            replace(w, left=w.left - left, top=w.top - top, right=w.right - left, bottom=w.bottom - top) for w in words
        ),
        tuple(Rule(r.left - left, r.top - top, r.right - left, r.bottom - top) for r in rules),
    )


def _corner(page: Any, turn: _Turn) -> tuple[float, float]:
    """The page's top left corner once it is turned: what stands on two pages at one place has the same there."""
    left, bottom, right, top = page.get_bbox()
    (x0, y0), (x1, y1) = turn(left, bottom), turn(right, top)
    return min(x0, x1), min(y0, y1)


def _angle(textpage: Any) -> int:
    """Which way most of the text runs, in degrees: 0, 90, 180 or 270."""
    import pypdfium2.raw as pdfium

    characters = pdfium.FPDFText_CountChars(textpage)
    votes = Counter(_quarter(textpage, at) for at in range(0, characters, max(1, characters // SAMPLE)))
    return max(votes, key=lambda angle: (votes[angle], -angle)) if votes else 0


def _quarter(textpage: Any, at: int) -> int:
    import pypdfium2.raw as pdfium

    return round(math.degrees(pdfium.FPDFText_GetCharAngle(textpage, at)) / 90) * 90 % 360


def _words(textpage: Any, angle: int) -> Iterator[Word]:
    """Runs of characters without a space, a gap or a new line between them, those that run another way left out."""
    import pypdfium2.raw as pdfium

    turn, rect = _TURNS[angle], pdfium.FS_RECTF()
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
        (x0, y0), (x1, y1) = turn(rect.left, rect.bottom), turn(rect.right, rect.top)
        own = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
        if text and _apart(box, own):
            yield from word()
            text = ""
        box = (min(box[0], own[0]), min(box[1], own[1]), max(box[2], own[2]), max(box[3], own[3])) if text else own
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
    """Its name. Whether it is bold cannot be told in general; that it is another one than below, can."""
    import pypdfium2.raw as pdfium

    name, flags = create_string_buffer(128), c_int()
    pdfium.FPDFText_GetFontInfo(textpage, at, name, len(name), byref(flags))
    return name.value.decode("utf-8", "replace")


def _rules(page: Any, turn: _Turn) -> list[Rule]:
    import pypdfium2.raw as pdfium

    found: list[Rule] = []
    for shape in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=4):
        found += _strokes(shape, turn)
        if len(found) > MOST_RULES:
            return []
    return found


def _strokes(shape: Any, turn: _Turn) -> Iterator[Rule]:
    """The level and upright strokes of a path; of an area that is filled and not outlined, only if it is thin."""
    import pypdfium2.raw as pdfium

    fill, stroke = c_int(), c_int()
    pdfium.FPDFPath_GetDrawMode(shape.raw, byref(fill), byref(stroke))
    corners = list(_corners(shape, turn))
    for line in corners:
        if line and fill.value and not stroke.value:
            xs, ys = [x for x, _ in line], [y for _, y in line]
            yield from _thin(min(xs), min(ys), max(xs), max(ys))
        if not stroke.value:
            continue
        for (x0, y0), (x1, y1) in pairwise(line):
            yield from _thin(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _thin(left: float, top: float, right: float, bottom: float) -> Iterator[Rule]:
    """The area as a rule, where it is one."""
    width, height = right - left, bottom - top
    if height <= THIN < width:
        middle = (top + bottom) / 2
        yield Rule(left, middle, right, middle)
    elif width <= THIN < height:
        middle = (left + right) / 2
        yield Rule(middle, top, middle, bottom)


def _corners(shape: Any, turn: _Turn) -> Iterator[list[tuple[float, float]]]:
    """The path's lines, each as the corners it runs through, in upright places; curves are passed by."""
    import pypdfium2.raw as pdfium

    matrix, x, y = shape.get_matrix().multiply(forms_of(shape)), c_float(), c_float()
    line: list[tuple[float, float]] = []
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
