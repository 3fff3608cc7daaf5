"""Undoes disguises of words.

`plain` reverses replaced characters: full-width and mathematical letters, accents, look-alikes of other alphabets,
invisible characters, HTML entities, URL-encoding and escapes. `squeezed` reverses spaced-out letters and signs used as
letters. Look-alikes: Unicode Technical Standard 39 (confusables), the letters of Cyrillic, Greek, Armenian and Cherokee
that look like a Latin one; Latin variants by their Unicode names.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from ragatta.pipeline.text.character_references import unescaped

_LAYERS = 3  # of encodings put over one another
_ESCAPE = re.compile(r"\\u\{?([0-9a-f]{4,6})\}?|\\x([0-9a-f]{2})", re.IGNORECASE)
_BLANK = re.compile(r"\\[tnr]")
_PERCENT = re.compile(r"(?:%[0-9a-f]{2})+", re.IGNORECASE)
_LATIN = re.compile(r"LATIN (?:SMALL |CAPITAL )?LETTER (?:[A-Z]+ )*?([A-Z])(?: |$)|SYMBOL LETTER ([A-Z])$")
_INVISIBLE = frozenset({"Cf", "Mn", "Me"})
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_TAGS = range(0xE0020, 0xE007F)  # an invisible copy of ASCII

_LOOK_ALIKES = {
    look: letter
    for letter, looks in {
        "a": "аαꭺ", "b": "ьвβ", "c": "сϲꮯ", "d": "ԁꮷ", "e": "еєεҽꭼ", "f": "ϝք", "g": "ցԍ", "h": "һнհ",
        "i": "іιӏւꭵ", "j": "јϳյ", "k": "кκ", "l": "ⅼӏ", "m": "мϻ", "n": "пηոռ", "o": "оοσօ",
        "p": "рρ", "q": "ԛգ", "r": "гꮁ", "s": "ѕꮪտ", "t": "тτ", "u": "υսц", "v": "ѵνꮩ", "w": "ԝωաш",
        "x": "хχ", "y": "уүγყ", "z": "ᴢζ", "<": "‹〈", ">": "›〉",
    }.items()
    for look in looks
}  # fmt: skip

# A sign and the letter that it is written for.
_SIGNS = str.maketrans("4@31!|05$78", "aaeiilosstb")
_SPREAD = re.compile(r"(?<!\S)\S(?: \S){2,}(?!\S)")  # the letters of a word, one space apart
_NO_LETTERS = re.compile(r"[^a-z]")


class _Folded(dict[int, str]):
    """A character's plain form, computed when the character first occurs."""

    def __missing__(self, code: int) -> str:
        self[code] = _fold(chr(code))
        return self[code]


_FOLDED = _Folded()


def plain(text: str) -> str:
    """The text without disguises, with its upper and lower case."""
    text = text.translate(_FOLDED)
    for _ in range(_LAYERS):
        decoded = _BLANK.sub(" ", _PERCENT.sub(_decoded, unescaped(text)))
        decoded = _ESCAPE.sub(_unescaped, decoded).translate(_FOLDED)
        if decoded == text:
            break
        text = decoded
    return _SPREAD.sub(lambda word: word[0].replace(" ", ""), text)


def squeezed(text: str) -> str:
    """The letters of a plain text in lower case, with signs replaced by the letters that they imitate."""
    return _NO_LETTERS.sub("", text.lower().translate(_SIGNS))


@lru_cache(maxsize=4096)
def _fold(char: str) -> str:
    if ord(char) in _TAGS:
        return chr(ord(char) - 0xE0000)
    control = unicodedata.category(char) == "Cc" and not char.isspace()
    if char in _FILLERS or control or unicodedata.category(char) in _INVISIBLE:
        return ""
    if char == "\r" or unicodedata.category(char) in ("Zl", "Zp"):
        return "\n"
    parts = (_letter(part) for part in unicodedata.normalize("NFKD", char))
    return "".join(part for part in parts if unicodedata.category(part) not in _INVISIBLE)


def _letter(char: str) -> str:
    """The Latin letter that a character looks like; else the character itself."""
    if char.isascii():
        return char
    if (digit := unicodedata.digit(char, None)) is not None:
        return str(digit)
    named = _LATIN.search(unicodedata.name(char, ""))
    return _LOOK_ALIKES.get(char.lower()) or ((named[1] or named[2]).lower() if named else char)


def _decoded(escapes: re.Match[str]) -> str:
    """The decoded text of a "%.." sequence if it is printable or invisible UTF-8; else the sequence."""
    try:
        text = bytes.fromhex(escapes[0].replace("%", "")).decode("utf-8")
    except UnicodeDecodeError:
        return escapes[0]
    return text if all(map(_is_text, text)) else escapes[0]


def _is_text(char: str) -> bool:
    return char.isprintable() or char.isspace() or unicodedata.category(char) in _INVISIBLE


def _unescaped(escape: re.Match[str]) -> str:
    code = int(escape[1] or escape[2], 16)
    return chr(code) if code <= 0x10FFFF else escape[0]
