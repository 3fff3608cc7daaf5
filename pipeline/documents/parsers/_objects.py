"""The objects of a PDF page, those in forms too, looked at once: a page may have many thousands."""

from __future__ import annotations

from ctypes import c_int, c_ulong, c_void_p
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import Any

from ragatta.pipeline.documents.parsers._unchecked import handle, unchecked

_LOOKED_AT = 100_000  # objects of a page or form
_DEEPEST = 8  # forms within forms


@dataclass
class Objects:
    """Of a page or a form (ISO 32000-1, section 8.10), in the order of drawing, as handles. `within`: that form."""

    within: int
    texts: list[int] = field(default_factory=list)
    images: list[int | Objects] = field(default_factory=list)  # and forms, which may have some

    def all_texts(self) -> list[int]:
        """Those of forms too."""
        forms = [form.all_texts() for form in self.images if isinstance(form, Objects)]
        return [*self.texts, *chain.from_iterable(forms)] if forms else self.texts


def objects_of(page: Any) -> Objects:
    """Those of a PdfPage."""
    return _objects(handle(page.raw) or 0, 0)


def _objects(within: int, depth: int) -> Objects:
    import pypdfium2.raw as pdfium

    of = "FPDFFormObj" if depth else "FPDFPage"
    count = unchecked(f"{of}_CountObjects", c_int, c_void_p)
    get = unchecked(f"{of}_GetObject", c_void_p, c_void_p, c_ulong if depth else c_int)
    kind_of = unchecked("FPDFPageObj_GetType", c_int, c_void_p)
    text, image, form = pdfium.FPDF_PAGEOBJ_TEXT, pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_FORM
    found = Objects(within)
    things = list(map(get, repeat(within), range(min(count(within), _LOOKED_AT))))
    for thing, kind in zip(things, map(kind_of, things), strict=True):
        if kind == text:
            found.texts.append(thing)
        elif kind == image:
            found.images.append(thing)
        elif kind == form and depth < _DEEPEST:
            found.images.append(_objects(thing, depth + 1))
    return found
