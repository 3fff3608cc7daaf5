"""Finds pages that show more than their text: scans, and letters drawn as shapes. Uses pdfium, whatever parser reads
the text."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

from ragatta.pipeline.documents.parsers._forms import forms_of

STAMP = 100  # visible characters: a page that is one image has no text layer of its own, only a stamp, up to here
MOST = 0.5  # of a page: the image that makes it one
PATHS = 20  # shapes: fewer are the rules and frames of a blank page, letters as outlines are more
LOOKED_AT = 2000  # objects of a page: a map has a million, and its first ones tell


class Drawings:
    """The drawings on the pages of one PDF, opened at first use."""

    def __init__(self, path: Path, password: str) -> None:
        self._path, self._password = path, password
        self._pdf: Any = None

    def without_text_layer(self, index: int, text: str) -> bool:
        """Whether the page (counted from 0), whose text was read as `text`, shows more than that text."""
        visible = len("".join(text.split()))
        if visible > STAMP:
            return False
        import pypdfium2

        try:
            self._pdf = self._pdf or pypdfium2.PdfDocument(self._path, password=self._password or None)
            page = self._pdf[index]
            try:
                covered, shapes = _drawings(page)
            finally:
                page.close()
        except pypdfium2.PdfiumError:
            return False  # the parser could read it and pdfium cannot: nothing is known
        return covered >= MOST if visible else covered > 0 or shapes >= PATHS


def _drawings(page: Any) -> tuple[float, int]:
    """The share of the page that images cover (the sum over all images), and the number of shapes on it."""
    import pypdfium2.raw as pdfium

    covered, shapes = 0.0, 0
    width, height = page.get_size()
    for thing in islice(page.get_objects(max_depth=3), LOOKED_AT):
        if thing.type == pdfium.FPDF_PAGEOBJ_IMAGE:
            left, bottom, right, top = thing.get_bounds()
            form = forms_of(thing)
            covered += abs(right - left) * abs(top - bottom) * abs(form.a * form.d - form.b * form.c)
        elif thing.type in (pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_SHADING):
            shapes += 1
    return covered / max(width * height, 1.0), shapes
