"""Counts the pictures of a PDF page that no text stands on: what they show, such as a scanned table, is not read.

One of less than a square inch is an icon. Pictures that touch, such as the strips of one that a program has cut, count
as one. Under the text of a scan that OCR has read, or on a coloured ground, there is text.
"""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import c_float, c_uint, cast
from typing import Any

from ragatta.pipeline.documents.parsers._objects import Objects
from ragatta.pipeline.documents.parsers._unseen import layers_of

PICTURES = "pictures"  # as an outcome counts them
_SMALLEST = 72 * 72  # square points
_FEWEST = 1000  # pixels: a colour that is stretched over the page has fewer
_TOUCHING = 1.0  # points
_DEEPEST = 3  # forms within forms
_CHARACTERS = 100  # visible ones on a picture as large as the page: up to so many are a stamp on a scan

Box = tuple[float, float, float, float]  # left, bottom, right, top, in points


def pictures_without_text(page: Any, textpage: Any, objects: Objects, hidden: frozenset[str]) -> int:
    """How many. `objects`: those of the page; `hidden`: the names of layers that are off."""
    import pypdfium2

    found: list[tuple[Box, int]] = []
    crop, matrix = page.get_cropbox(), pypdfium2.PdfMatrix()
    for box, pixels in _images(objects, matrix, 0, hidden):
        seen = (max(box[0], crop[0]), max(box[1], crop[1]), min(box[2], crop[2]), min(box[3], crop[3]))
        if seen[0] >= seen[2] or seen[1] >= seen[3]:
            continue
        if found and _touch(found[-1][0], seen):
            (left, bottom, right, top), before = found.pop()
            seen = (min(left, seen[0]), min(bottom, seen[1]), max(right, seen[2]), max(top, seen[3]))
            pixels += before
        found.append((seen, pixels))
    size = _area(crop) or 1.0
    return sum(
        pixels >= _FEWEST
        and _area(box) >= _SMALLEST
        and len("".join(textpage.get_text_bounded(*box).split())) <= _CHARACTERS * _area(box) / size
        for box, pixels in found
    )


def _images(objects: Objects, matrix: Any, depth: int, hidden: frozenset[str]) -> Iterator[tuple[Box, int]]:
    """The boxes on the page and the pixels of the images of a page, or of a form that `matrix` places."""
    for one in objects.images:
        thing = _object(one.within if isinstance(one, Objects) else one)
        if hidden and layers_of(thing) & hidden:
            continue
        if not isinstance(one, Objects):
            yield _box(thing, matrix), _pixels(thing)
        elif depth < _DEEPEST:
            yield from _images(one, _matrix(thing).multiply(matrix), depth + 1, hidden)


def _object(thing: int) -> Any:
    import pypdfium2.raw as pdfium

    return cast(thing, pdfium.FPDF_PAGEOBJECT)


def _matrix(form: Any) -> Any:
    import pypdfium2
    import pypdfium2.raw as pdfium

    found = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(form, found)
    return pypdfium2.PdfMatrix.from_raw(found)


def _box(image: Any, matrix: Any) -> Box:
    import pypdfium2.raw as pdfium

    left, bottom, right, top = (c_float() for _ in range(4))
    pdfium.FPDFPageObj_GetBounds(image, left, bottom, right, top)
    placed: Box = matrix.on_rect(left.value, bottom.value, right.value, top.value)
    return placed


def _pixels(image: Any) -> int:
    import pypdfium2.raw as pdfium

    width, height = c_uint(), c_uint()
    pdfium.FPDFImageObj_GetImagePixelSize(image, width, height)
    return width.value * height.value


def _touch(one: Box, other: Box) -> bool:
    across = one[0] <= other[2] + _TOUCHING and other[0] <= one[2] + _TOUCHING
    return across and one[1] <= other[3] + _TOUCHING and other[1] <= one[3] + _TOUCHING


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
