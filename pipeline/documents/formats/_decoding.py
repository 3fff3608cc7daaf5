"""Bytes → text, for formats that do not say how they are encoded."""

from __future__ import annotations

import codecs
from importlib.metadata import version
from pathlib import Path

from ragatta.pipeline.documents.parsers._text import Unreadable, clean

VERSION = f"charset-normalizer {version('charset-normalizer')}"
MARKS = (  # of byte order; that of UTF-32 begins as that of UTF-16 does
    (codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
SAMPLE = 100_000  # bytes that an encoding is guessed from


def read_text(path: Path, declared: str = "") -> str:
    """The text of a file: by its byte order mark, else as UTF-8, else as `declared`, else in the encoding that
    charset-normalizer finds the likeliest. Raises Unreadable if that is none."""
    data = path.read_bytes()
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return clean(data.decode(encoding, "replace"))
    try:
        return clean(data.decode("utf-8"))
    except UnicodeDecodeError:
        return clean(data.decode(_known(declared) or _guessed(data), "replace"))


def _known(name: str) -> str:
    try:
        return codecs.lookup(name).name
    except LookupError:
        return ""


def _guessed(data: bytes) -> str:
    from charset_normalizer import from_bytes

    found = from_bytes(data[:SAMPLE]).best()
    if found is None:
        raise Unreadable("its encoding is unknown, or it is no text; save it as UTF-8")
    return found.encoding
