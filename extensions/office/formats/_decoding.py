"""Bytes → text, for formats that do not say how they are encoded."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from ragatta.extensions.office.formats._guessing import guessed
from ragatta.pipeline.documents.parsers._text import Unreadable, clean
from ragatta.pipeline.text.byte_order import unmarked_utf16

LIBRARY = "charset-normalizer"
MARKS = (  # of byte order; that of UTF-32 begins as that of UTF-16 does
    (codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
SAMPLE = 100_000  # bytes that an encoding is guessed from
# What a declared name means on the web (Encoding Standard, section 4.2): a page in "Latin-1" has "€" and "“" too.
WIDER = {"ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030", "gbk": "gb18030",
         "shift_jis": "cp932", "euc_kr": "cp949"}  # fmt: skip
LIKELY, LIKELY_IN_PAIRS = -4.9, -4.2  # the least mean score of a letter of European text
_BEYOND_ASCII = re.compile(b"[\x80-\xff]+")
_LETTERS = re.compile(b"[A-Za-z]")


def read_text(path: Path) -> str:
    """The text of a file, cleaned as a parser's (`text_of`)."""
    return clean(decoded(path))


def decoded(path: Path) -> str:
    """The text of a file (`text_of`)."""
    return text_of(path.read_bytes())


def text_of(data: bytes, declared: str = "") -> str:
    """The text of these bytes: by its byte order mark, else as UTF-16 if zero bytes tell its order, else as UTF-8, of
    which a few bytes may be damaged, else as `declared`, else in the likeliest encoding. Raises Unreadable if that is
    none."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    if order := unmarked_utf16(data):
        return data.decode(order, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
        if 10 * text.count("\ufffd") < sum(not char.isascii() for char in text):
            return text
    return data.decode(_known(declared) or _guessed(data[:SAMPLE]), "replace")


def _known(name: str) -> str:
    """The encoding of that name; "" for none that decodes texts, nor one in which the name could not be read."""
    try:
        b"a".decode(name, "replace")
        found = codecs.lookup(name).name
    except (LookupError, UnicodeError, ValueError):
        return ""
    return "" if found.startswith(("utf-16", "utf-32")) else WIDER.get(found, found)


def _guessed(data: bytes) -> str:
    """An encoding of Europe, of which charset-normalizer confuses many, where few bytes in a row are no ASCII or its
    letters are those of a language; else what charset-normalizer finds."""
    others = _BEYOND_ASCII.findall(data)
    count, longest, letters = sum(map(len, others)), max(map(len, others)), len(_LETTERS.findall(data))
    sparse = longest == 1 or (longest == 2 and count <= letters) or (longest == 3 and 2 * count <= letters)
    encoding, likely = guessed(data)
    in_pairs = all(len(run) % 2 == 0 for run in others)  # as in encodings of East Asia
    if sparse or likely >= (LIKELY_IN_PAIRS if in_pairs else LIKELY):
        return encoding
    from charset_normalizer import from_bytes

    found = from_bytes(data).best()
    if found is None:
        raise Unreadable("its encoding is unknown, or it is no text; save it as UTF-8")
    return found.encoding
