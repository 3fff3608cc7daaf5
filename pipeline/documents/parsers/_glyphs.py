"""Where the characters of a page stand, by pdfium. Characters are numbered by their places in the page's text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ctypes import addressof, c_double, c_int, c_void_p, create_string_buffer
from dataclasses import dataclass
from math import atan2, degrees, hypot
from typing import Any, NamedTuple

from ragatta.pipeline.documents.parsers._unchecked import handle, unchecked

_LONGEST = 128  # bytes of a font's name that is looked at


@dataclass(frozen=True)
class Edit:
    """Replaces `text[start:end]` of a page's text."""

    start: int
    end: int
    text: str


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits; one that begins inside another is dropped."""
    parts, done = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start >= done:
            parts += [text[done : edit.start], edit.text]
            done = edit.end
    return "".join([*parts, text[done:]])


def along(turned: int, x: float, y: float) -> tuple[float, float]:
    """A place of the page in points along and above the way of text that is turned by so many degrees."""
    return {0: (x, y), 90: (y, -x), 180: (-x, -y), 270: (-y, x)}[turned]


class Letter(NamedTuple):
    """A character where it stands: its ends and its baseline, in points along and above the way that its text runs."""

    place: int
    left: float
    right: float
    base: float
    size: float
    turned: int  # degrees


class Glyphs:
    """The characters of one page. `length`: of the text that `textpage` gave."""

    def __init__(self, textpage: Any, length: int) -> None:
        import pypdfium2.raw as pdfium

        self._pdfium, self._page = pdfium, textpage.raw
        self._x, self._y = c_double(), c_double()
        self._origin_of = unchecked("FPDFText_GetCharOrigin", c_int, c_void_p, c_int, c_void_p, c_void_p)
        self._of = handle(textpage.raw)
        self._into = addressof(self._x), addressof(self._y)
        self._right, self._other = c_double(), c_double()
        self._box_of = unchecked("FPDFText_GetCharBox", c_int, c_void_p, c_int, *4 * [c_void_p])
        other = addressof(self._other)
        self._into_box = other, addressof(self._right), other, other
        self._has_gaps = textpage.count_chars() != length  # characters without a Unicode value are not in the text

    def origin(self, place: int) -> tuple[float, float]:
        """The left end of the character's baseline, in points from the lower left corner of the page."""
        self._origin_of(self._of, self._index(place) if self._has_gaps else place, *self._into)
        return self._x.value, self._y.value

    def origins(self, places: Sequence[int]) -> list[tuple[float, float]]:
        """The origin of each character, in half the time."""
        of, page, (x_at, y_at), x, y = self._origin_of, self._of, self._into, self._x, self._y
        found = []
        for place in map(self._index, places) if self._has_gaps else places:
            of(page, place, x_at, y_at)
            found.append((x.value, y.value))
        return found

    def right(self, place: int) -> float:
        """The right end of the character's glyph, in points from the left edge of the page."""
        self._box_of(self._of, self._index(place) if self._has_gaps else place, *self._into_box)
        return self._right.value

    def rise(self, place: int, base: int) -> float:
        """How far the character stands above the baseline at `base`, in points, whichever way the text runs."""
        (x, y), (base_x, base_y) = self.origin(place), self.origin(base)
        if y == base_y:  # upright text on one line, which is nearly all
            return 0.0
        up_x, up_y = self._up(base)
        return ((x - base_x) * up_x + (y - base_y) * up_y) / (hypot(up_x, up_y) or 1)

    def letter(self, place: int) -> Letter:
        """The character with the width that its font gives it; text that runs askew counts as upright."""
        (x, y), box, matrix = self.origin(place), self._pdfium.FS_RECTF(), self._matrix(place)
        self._pdfium.FPDFText_GetLooseCharBox(self._page, self._index(place), box)
        turned = round(degrees(atan2(matrix.b, matrix.a)) / 90) * 90 % 360
        left, base = along(turned, x, y)
        width = box.top - box.bottom if turned in (90, 270) else box.right - box.left
        return Letter(place, left, left + width, base, self.size(place) or 1.0, turned)

    def is_made_up(self, place: int) -> bool:
        """Whether pdfium has put the character, white space or a line end, where there is none in the PDF."""
        return bool(self._pdfium.FPDFText_IsGenerated(self._page, self._index(place)) == 1)

    def size(self, place: int) -> float:
        """The font's size as drawn, in points."""
        return float(self._pdfium.FPDFText_GetFontSize(self._page, self._index(place))) * hypot(*self._up(place))

    def font(self, place: int) -> str:
        """The name of the character's font, without the prefix of a subset; "" if it has none."""
        name, flags = create_string_buffer(_LONGEST), c_int()
        self._pdfium.FPDFText_GetFontInfo(self._page, self._index(place), name, _LONGEST, flags)
        return name.value.decode("utf-8", "replace").rpartition("+")[2]

    def _up(self, place: int) -> tuple[float, float]:
        """Where the top of the character's glyph points to."""
        matrix = self._matrix(place)
        return matrix.c, matrix.d

    def _matrix(self, place: int) -> Any:
        matrix = self._pdfium.FS_MATRIX()
        self._pdfium.FPDFText_GetMatrix(self._page, self._index(place), matrix)
        return matrix

    def _index(self, place: int) -> int:
        return int(self._pdfium.FPDFText_GetCharIndexFromTextIndex(self._page, place)) if self._has_gaps else place
