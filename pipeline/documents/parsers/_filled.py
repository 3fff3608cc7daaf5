"""What is filled in on a PDF page beside its text: values of form fields, ticks, and notes written on the page.

Each value is put behind the words that stand to its left on the same height, a tick before the words to its right.
Hidden fields, passwords, and notes that only open at a click are not shown on the page and not read.
Source: ISO 32000-1, sections 12.5.6 and 12.7.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from ctypes import c_ushort
from dataclasses import dataclass
from typing import Any

from ragatta.pipeline.documents.parsers._glyphs import Edit, Glyphs

_SPACE, _WORD = re.compile(r"\s"), re.compile(r"\S+")
FIELDS = "fields and notes"  # as an outcome counts them
TICKED, EMPTY = "\u2612", "\u2610"
_HIDDEN = 0x02 | 0x20  # flags of an annotation: hidden, not shown on a screen
_PASSWORD = 1 << 13  # flag of a text field
_MOST = 10_000  # annotations of a page that are looked at


@dataclass(frozen=True)
class _Filled:
    """A value and the rectangle that it fills, in points."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    is_tick: bool = False


def filled_values(text: str, page: Any, glyphs: Glyphs, forms: Any) -> Iterator[Edit]:
    """An edit for each value on the page. `forms`: pypdfium2's environment of the document's form, None without one."""
    values = list(_values(page, forms))
    if not values:
        return
    words = [range(*word.span()) for word in _WORD.finditer(text)]
    heights = [height for _, height in glyphs.origins([word.start for word in words])]
    for value in sorted(values, key=lambda value: (-value.top, value.left)):
        beside = zip(words, heights, strict=True)
        on = [place for word, height in beside if value.bottom - 2 <= height <= value.top for place in word]
        level = [(left, place) for (left, _), place in zip(glyphs.origins(on), on, strict=True)]
        before = max(((x, place) for x, place in level if x < value.left), default=None)
        after = min(((x, place) for x, place in level if x > value.right), default=None)
        if value.is_tick and after and (not before or after[0] - value.right < value.left - before[0]):
            yield Edit(after[1], after[1], f"{value.text} ")
        elif before:
            end = _SPACE.search(text, before[1])  # behind the word: a rule of underscores under the value is one
            place = end.start() if end else len(text)
            yield Edit(place, place, f" {value.text}")
        else:
            yield Edit(len(text), len(text), f"\n{value.text}")


def _values(page: Any, forms: Any) -> Iterator[_Filled]:
    import pypdfium2.raw as pdfium

    for number in range(min(pdfium.FPDFPage_GetAnnotCount(page.raw), _MOST)):
        annotation = pdfium.FPDFPage_GetAnnot(page.raw, number)
        if not annotation:
            continue
        try:
            if pdfium.FPDFAnnot_GetFlags(annotation) & _HIDDEN:
                continue
            kind, area = pdfium.FPDFAnnot_GetSubtype(annotation), pdfium.FS_RECTF()
            pdfium.FPDFAnnot_GetRect(annotation, area)
            corners = (area.left, min(area.bottom, area.top), area.right, max(area.bottom, area.top))
            if kind == pdfium.FPDF_ANNOT_FREETEXT:
                found, is_tick = _string(pdfium.FPDFAnnot_GetStringValue, annotation, b"Contents"), False
            elif kind == pdfium.FPDF_ANNOT_WIDGET and forms is not None:
                found, is_tick = _field(annotation, forms.raw)
            else:
                continue
            if found:
                yield _Filled(found, *corners, is_tick)
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)


def _field(annotation: Any, forms: Any) -> tuple[str, bool]:
    """The field's value as shown, and whether it is a tick; empty for buttons, signatures and passwords."""
    import pypdfium2.raw as pdfium

    kind = pdfium.FPDFAnnot_GetFormFieldType(forms, annotation)
    if kind in (pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON):
        return (TICKED if pdfium.FPDFAnnot_IsChecked(forms, annotation) else EMPTY), True
    kinds = (pdfium.FPDF_FORMFIELD_TEXTFIELD, pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX)
    if kind not in kinds or pdfium.FPDFAnnot_GetFormFieldFlags(forms, annotation) & _PASSWORD:
        return "", False
    return _string(pdfium.FPDFAnnot_GetFormFieldValue, forms, annotation), False


def _string(getter: Any, *arguments: Any) -> str:
    """A text from one of pdfium's functions that fill a buffer of UTF-16, on one line."""
    size = getter(*arguments, None, 0)
    buffer = (c_ushort * (size // 2 + 1))()
    getter(*arguments, buffer, size)
    return " ".join(bytes(buffer)[: max(size - 2, 0)].decode("utf-16-le", "replace").split())
