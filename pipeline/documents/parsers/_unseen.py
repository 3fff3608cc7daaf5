"""Text that a PDF page holds and does not show: on layers that are off, and outside of the crop box.

A layer (optional content group) is known by its name; one is hidden if all of its name are off when the document is
opened. Membership dictionaries (OCMD) and layers of forms without marks count as visible. Source: ISO 32000-1, 8.11.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterator
from ctypes import c_float, c_ulong, c_ushort
from pathlib import Path
from typing import Any

from ragatta.pipeline.documents.parsers._text import Unreadable, explained

UNKNOWN = "layers that may be hidden"  # read all the same
LAYERS, OUTSIDE = "texts on hidden layers", "texts outside of the crop box"
_LARGEST = 1 << 28  # bytes of a file that is searched for layers
_STREAM = re.compile(rb"/ObjStm\b[^>]{0,500}>>\s*stream\r?\n")  # where a catalog may be packed
_PACKED, _UNPACKED = 1 << 20, 1 << 26  # bytes of such a stream, and of all, that are looked at
_NAMES_LAYERS = b"/OCProperties"


def hidden_layers(path: Path, password: str) -> frozenset[str]:
    """The names of the layers that are off when the document is opened. Raises Unreadable if its catalog cannot be
    read."""
    if path.stat().st_size > _LARGEST or not _may_have_layers(path.read_bytes()):
        return frozenset()
    from pypdf import PdfReader

    try:
        reader = PdfReader(path, password=password or None)
        catalog: Any = reader.trailer["/Root"].get_object()
        properties = catalog["/OCProperties"].get_object()
        default = properties["/D"].get_object()
        groups = {group.idnum: str(group.get_object().get("/Name", "")) for group in properties.get("/OCGs", ())}
        off = {group.idnum for group in default.get("/OFF", ())}
        if default.get("/BaseState") == "/OFF":
            off = groups.keys() - {group.idnum for group in default.get("/ON", ())}
    except MemoryError:
        raise
    except Exception as error:  # a damaged file makes pypdf fail in any way there is
        raise Unreadable(explained(error)) from error
    return frozenset(groups[one] for one in off & groups.keys()) - {groups[one] for one in groups.keys() - off}


def _may_have_layers(data: bytes) -> bool:
    return _NAMES_LAYERS in data or any(_NAMES_LAYERS in part for part in _unpacked(data))


def _unpacked(data: bytes) -> Iterator[bytes]:
    left = _UNPACKED
    for stream in _STREAM.finditer(data):
        try:
            part = zlib.decompressobj().decompress(memoryview(data)[stream.end() : stream.end() + _PACKED], _PACKED)
        except zlib.error:  # packed otherwise, or encrypted
            continue
        yield part
        left -= len(part)
        if left < 0:
            return


def remove_unseen(page: Any, hidden: frozenset[str]) -> Counter[str]:
    """Removes texts and forms that the page does not show, before its text is read; how many, by reason."""
    import pypdfium2.raw as pdfium

    crop = page.get_cropbox()
    crop = None if crop == page.get_mediabox() else crop
    left: Counter[str] = Counter()
    if not hidden and not crop:
        return left
    for number in reversed(range(pdfium.FPDFPage_CountObjects(page.raw))):
        thing = pdfium.FPDFPage_GetObject(page.raw, number)
        if pdfium.FPDFPageObj_GetType(thing) not in (pdfium.FPDF_PAGEOBJ_TEXT, pdfium.FPDF_PAGEOBJ_FORM):
            continue
        reason = (
            LAYERS if hidden and layers_of(thing) & hidden else OUTSIDE if crop and _is_outside(thing, crop) else ""
        )
        if reason and pdfium.FPDFPage_RemoveObject(page.raw, thing):
            pdfium.FPDFPageObj_Destroy(thing)
            left[reason] += 1
    return left


def _is_outside(thing: Any, crop: tuple[float, float, float, float]) -> bool:
    import pypdfium2.raw as pdfium

    left, bottom, right, top = (c_float() for _ in range(4))
    if not pdfium.FPDFPageObj_GetBounds(thing, left, bottom, right, top) or left.value >= right.value:
        return False
    across = right.value <= crop[0] or left.value >= crop[2]
    return across or top.value <= crop[1] or bottom.value >= crop[3]


def layers_of(thing: Any) -> set[str]:
    """The names of the layers that an object is on."""
    import pypdfium2.raw as pdfium

    found = set()
    for number in range(pdfium.FPDFPageObj_CountMarks(thing)):
        mark = pdfium.FPDFPageObj_GetMark(thing, number)
        if _wide(pdfium.FPDFPageObjMark_GetName, mark) == "OC":
            found.add(_wide(pdfium.FPDFPageObjMark_GetParamStringValue, mark, b"Name"))
    return found


def _wide(getter: Any, *arguments: Any) -> str:
    """A text from one of pdfium's functions for marks."""
    size, buffer = c_ulong(), (c_ushort * 256)()
    if not getter(*arguments, buffer, 512, size):
        return ""
    return bytes(buffer)[: max(min(size.value, 512) - 2, 0)].decode("utf-16-le", "replace")
