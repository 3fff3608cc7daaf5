"""Writes a PDF of one page from its content and the dictionaries of its fonts, for what reportlab does not draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    PdfObject,
    TextStringObject,
)

HELVETICA = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica", "/Encoding": "/WinAnsiEncoding"}


def write(
    path: Path,
    content: str,
    fonts: Mapping[str, Mapping[str, Any]] | None = None,
    forms: Mapping[str, str] | None = None,
    size: tuple[int, int] = (600, 800),
) -> Path:
    """`fonts` by their names in the content, beside Helvetica as "H"; values that begin with "/" are names, bytes are
    streams. `forms`: the contents of form XObjects by name, with the same fonts."""
    writer = PdfWriter()
    page = writer.add_blank_page(*size)

    def made(value: Any) -> PdfObject:
        if isinstance(value, bytes):
            stream = DecodedStreamObject()
            stream.set_data(value)
            return writer._add_object(stream)
        if isinstance(value, Mapping):
            return DictionaryObject({NameObject(key): made(one) for key, one in value.items()})
        if isinstance(value, str):
            return NameObject(value) if value.startswith("/") else TextStringObject(value)
        if isinstance(value, Sequence):
            return ArrayObject(map(made, value))
        return NumberObject(value) if isinstance(value, int) else FloatObject(value)

    named = {f"/{name}": writer._add_object(made(font)) for name, font in {"H": HELVETICA, **(fonts or {})}.items()}
    resources = DictionaryObject({NameObject("/Font"): DictionaryObject({NameObject(k): v for k, v in named.items()})})
    placed = DictionaryObject()
    for name, inside in (forms or {}).items():
        form = DecodedStreamObject()
        form.set_data(inside.encode("latin-1"))
        form.update(made({"/Type": "/XObject", "/Subtype": "/Form", "/BBox": [0, 0, *size]}))
        form[NameObject("/Resources")] = resources
        placed[NameObject(f"/{name}")] = writer._add_object(form)
    page[NameObject("/Resources")] = DictionaryObject({**resources, NameObject("/XObject"): placed})
    page[NameObject("/Contents")] = made(content.encode("latin-1"))
    writer.write(path)
    return path


def mapping(characters: Mapping[int, str], width: int = 1) -> bytes:
    """A ToUnicode map from codes of `width` bytes to texts."""
    rows = "\n".join(f"<{code:0{2 * width}x}> <{text.encode('utf-16-be').hex()}>" for code, text in characters.items())
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def\n"
        f"1 begincodespacerange <{'00' * width}> <{'ff' * width}> endcodespacerange\n"
        f"{len(characters)} beginbfchar\n{rows}\nendbfchar\nendcmap end end"
    ).encode()


def one_by_one(
    codes: Sequence[bytes],
    x: float = 60,
    y: float = 700,
    across: float = 16,
    up: float = 0,
    size: float = 14,
    turned: str = "1 0 0 1",
    mode: int = 0,
) -> str:
    """Letters of the font F, a text each, every next one so far across and up; `mode`: 3 is invisible."""
    return "\n".join(
        f"BT {mode} Tr /F {size} Tf {turned} {x + at * across:.2f} {y + at * up:.2f} Tm <{code.hex()}> Tj ET"
        for at, code in enumerate(codes)
    )


def composite(ordering: str, encoding: str, base: str = "/Own") -> dict[str, Any]:
    """A font of Chinese, Japanese or Korean that is not embedded."""
    info = {"/Registry": "Adobe", "/Ordering": ordering, "/Supplement": 2}
    descriptor = {"/Type": "/FontDescriptor", "/FontName": base, "/Flags": 4, "/FontBBox": [0, -200, 1000, 900]}
    below = {"/Type": "/Font", "/Subtype": "/CIDFontType2", "/BaseFont": base, "/CIDSystemInfo": info, "/DW": 1000}
    above = {"/Type": "/Font", "/Subtype": "/Type0", "/BaseFont": base, "/Encoding": encoding}
    return above | {"/DescendantFonts": [below | {"/FontDescriptor": descriptor}]}
